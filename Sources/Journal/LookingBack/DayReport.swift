package import VaultFormat

/// What a day brings: notes of earlier years, birthdays, notes that open, trackers that are due, a prompt.
package struct DayReport: Sendable {
  package let day: CalendarDay
  /// The latest day first, then by path; without those that were dismissed.
  package let memories: [Memory]
  /// Whether a memory was dismissed.
  package let hasDismissed: Bool
  /// The newest first; those of a day to come are sealed still.
  package let opening: [NoteFacts]
  /// Due longest first, then by name.
  package let due: [TrackerStatus]
  private let journal: JournalIndex
  private let language: Language

  /// - Parameters:
  ///   - journal: with the notes that the day remembers, and those that open or answer a prompt.
  ///   - withMonths: remembers the last eleven months too.
  ///   - dismissed: the memories that are hidden.
  ///   - trackers: where they stand; none for another day than today.
  ///   - language: of the prompt.
  package init(
    of day: CalendarDay, in journal: JournalIndex, withMonths: Bool = false,
    without dismissed: [NoteID], trackers: [TrackerStatus], language: Language = .english
  ) {
    (self.day, self.journal, self.language) = (day, journal, language)
    let memories = journal.memories(of: day, withMonths: withMonths)
    self.memories = memories.without(dismissed)
    hasDismissed = self.memories.count < memories.count
    opening = journal.capsules.filter { $0.opens == day }
    due = TrackerOrder.due.sorted(trackers.filter { $0.late != nil })
  }

  package var birthdays: [PersonBirthday] {
    journal.book.birthdays(on: day, leapDay: journal.settings.leapDay)
  }

  /// Nil if there is none.
  package var prompt: Prompt? {
    journal.settings.prompts(language).prompt(on: day, lastUse: journal.lastUse)
  }

  /// - Parameter note: the JSON of a note; one without any is left out.
  package func json(_ note: (NoteFacts) throws -> JSONValue?) rethrows -> JSONValue {
    .object([
      ("date", .string("\(day)")), ("on_this_day", try memories.json(note)),
      ("birthdays", .array(birthdays.map(\.json))), ("opens", .array(try opening.compactMap(note))),
      ("due", .array(due.map { TrackerJSON.status($0) })), ("prompt", prompt?.json ?? .null),
    ])
  }
}

extension JournalIndex {
  /// The notes that a day remembers, the latest day first, then by path.
  package func memories(of day: CalendarDay, withMonths: Bool) -> [Memory] {
    OnThisDay(day, leapDay: settings.leapDay).memories(among: notes, withMonths: withMonths)
  }

  /// Whether a note of the last days up to today tells of a milestone.
  package func hasMilestone(inLast days: Int) -> Bool {
    milestones.contains { 0...days ~= today.number - $0.date.dayNumber }
  }
}

extension [Memory] {
  package func without(_ dismissed: [NoteID]) -> [Memory] {
    let dismissed = Set(dismissed)
    return filter { !dismissed.contains($0.note.id) }
  }
}
