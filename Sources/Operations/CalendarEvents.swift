package import Journal
internal import SystemCalls
internal import VaultFormat
package import VaultIndex
internal import VaultStore

/// What a vault has for a calendar, for whoever writes or sends one.
///
/// An event is made of files of the index alone: a note, the page of a person or of a tracker. A milestone that a note
/// tells of needs both, the note and the page of its person.
package struct CalendarEvents {
  package enum Kind: String, CaseIterable, Sendable {
    case birthdays
    /// Trackers that have an interval.
    case due
    /// When sealed notes open, which tells that there are some: for the owner of the vault alone.
    case capsules
    /// What is done, and the celebrations ahead, of everybody.
    case milestones
    case notes
  }

  /// Birthdays from so many years before this one to so many after it.
  private static let years = -1...5

  private let source: NoteSource
  private let index: VaultIndex
  private let journal: JournalIndex
  private let language: Language

  /// - Parameters:
  ///   - index: with titles.
  ///   - journal: of the whole vault, with the notes of `KnownKeySet.ofReminders`.
  ///   - language: of the milestones.
  package init(
    _ source: NoteSource, of index: VaultIndex, _ journal: JournalIndex,
    language: Language = .english
  ) {
    (self.source, self.index, self.journal) = (source, index, journal)
    self.language = language
  }

  /// By their UIDs, of which none is there twice; reads the notes and pages of which they are made.
  ///
  /// - Parameters:
  ///   - noteLimit: so many of the notes at most, the newest; nil for all.
  ///   - trackers: where all of them stand; called if they are wanted.
  package func events(
    _ kinds: Set<Kind>, noteLimit: Int? = nil, trackers: () throws -> [TrackerStatus]
  ) rethrows -> [ICalendarEvent] {
    var found: [ICalendarEvent] = []
    if kinds.contains(.birthdays) { found += birthdays }
    if kinds.contains(.due) { found += due(try trackers()) }
    if kinds.contains(.capsules) { found += capsules }
    if kinds.contains(.milestones) { found += milestones }
    if kinds.contains(.notes) { found += notes(limit: noteLimit) }
    // Two notes of one day can tell of the same milestone.
    var uids: Set<String> = []
    return found.filter { uids.insert($0.uid).inserted }.sorted { $0.uid < $1.uid }
  }

  /// Each year's by itself, with the age: a rule for all of them would leave out 29 February.
  private var birthdays: [ICalendarEvent] {
    persons.flatMap { person in
      let updated = updated(person.path)
      return Self.years.compactMap { years -> ICalendarEvent? in
        let year = source.now.day.year + years
        guard let birthday = person.birthday(inYear: year, leapDay: journal.settings.leapDay) else {
          return nil
        }
        return event(
          "birthday", person.id, TerminalText.line(birthday.text), on: birthday.day, updated)
      }
    }
  }

  /// What is late is there today.
  private func due(_ statuses: [TrackerStatus]) -> [ICalendarEvent] {
    let known = known(statuses.map(\.tracker.id))
    return statuses.compactMap { status in
      let tracker = status.tracker
      guard let due = status.due, known.contains(tracker.id) else { return nil }
      let updated = updated(tracker.path)
      guard status.late == nil else {
        return event("due", tracker.id, tracker.title, on: source.now.day, updated)
      }
      return ICalendarEvent(
        uid: uid("due", tracker.id, due.day), summary: tracker.title, start: due,
        hasAlarm: due.precision == .second, lastModified: updated)
    }
  }

  private var capsules: [ICalendarEvent] {
    let capsules = journal.capsules
    let known = known(capsules.map(\.id))
    return capsules.compactMap { note in
      guard let day = note.opens, known.contains(note.id) else { return nil }
      // What it is called is sealed too.
      return event("opens", note.id, "A sealed note opens", on: day, updated(note.path))
    }
  }

  private var milestones: [ICalendarEvent] {
    let telling = known(journal.milestones.map(\.id))
    return persons.flatMap { person in
      let updated = updated(person.path)
      return MilestoneList(of: person, in: journal, language: language).entries.compactMap {
        entry -> ICalendarEvent? in
        guard let day = entry.day else { return nil }
        if let done = entry.done, done.id.map(telling.contains) != true { return nil }
        return event(
          "milestone-\(entry.milestone.id)", person.id,
          "\(person.title): \(entry.milestone.title)", on: day, updated)
      }
    }
  }

  private func notes(limit: Int?) -> [ICalendarEvent] {
    let notes = index.withoutPages
    var events: [ICalendarEvent] = []
    for position in notes.notes(in: TimelineOrder(.date)) {
      // What is not shown is not counted either.
      if let limit, events.count >= limit { break }
      if let event = event(of: position, in: notes) { events.append(event) }
    }
    return events
  }

  /// Nil for a note that cannot be read, is sealed or is a conflict copy.
  private func event(
    of position: VaultIndex.Position, in notes: VaultIndex
  ) -> ICalendarEvent? {
    let visibility = source.visibility
    guard let note = try? source.vault.note(at: notes.path(position), zone: source.zone),
      visibility.counts(note.document), visibility.answer(for: position, in: notes) == .visible
    else { return nil }
    let date = notes[position].date
    return ICalendarEvent(
      uid: uid("note", notes.id(position), date.day), summary: note.title, start: date,
      lastModified: note.updated)
  }

  // MARK: - Parts

  private var persons: [Person] {
    let persons = journal.book.persons
    let known = known(persons.map(\.id))
    return persons.filter { known.contains($0.id) }
  }

  /// Those of the ids that files of the index have.
  private func known(_ ids: [NoteID]) -> Set<NoteID> {
    Set(index.notes(withIDs: Set(ids)).map(index.id))
  }

  private func event(
    _ kind: String, _ id: NoteID, _ summary: String, on day: CalendarDay, _ updated: NoteTime
  ) -> ICalendarEvent {
    ICalendarEvent(
      uid: uid(kind, id, day), summary: summary, start: NoteTime(day: day, zone: source.zone),
      lastModified: updated)
  }

  private func uid(_ kind: String, _ id: NoteID, _ day: CalendarDay) -> String {
    "tl-\(kind)-\(id.text)-\(day)"
  }

  /// Of a sealed note too, for its opening.
  private func updated(_ path: VaultPath) -> NoteTime {
    guard let note = try? source.vault.note(at: path, zone: source.zone) else { return source.now }
    return source.visibility.shown(note, source.visibility.answer(for: note.document)).updated
  }
}
