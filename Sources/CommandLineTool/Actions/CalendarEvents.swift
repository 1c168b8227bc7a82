internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// What a vault has for a calendar.
struct CalendarEvents {
  /// The beginning of each UID.
  static let prefix = "tl-"
  /// Birthdays from so many years before this one to so many after it.
  private static let years = -1...5

  private let vault: OpenVault
  private let index: VaultIndex
  private let settings: JournalSettings

  init(_ vault: OpenVault, _ index: VaultIndex) {
    (self.vault, self.index) = (vault, index)
    settings = JournalSettings(vault.vault.configuration)
  }

  /// Each year's by itself, with the age: a rule for all of them would leave out 29 February.
  var birthdays: [ICalendarEvent] {
    PersonFinder(vault, index).book.persons.flatMap { person in
      let updated = updated(person.path)
      return Self.years.compactMap { years -> ICalendarEvent? in
        let year = vault.now.day.year + years
        guard let birthday = person.birthday(inYear: year, leapDay: settings.leapDay) else {
          return nil
        }
        return event(
          "birthday", person.id, summary: TerminalText.line(birthday.text), on: birthday.day,
          updated)
      }
    }
  }

  /// What is late is there today.
  func due() throws -> [ICalendarEvent] {
    let book = try TrackerFinder(vault: vault).book(of: index)
    return book.statuses(at: vault.now).compactMap { status in
      guard let due = status.due else { return nil }
      let title = status.tracker.title
      guard status.late == nil else {
        return event(
          "due", status.tracker.id, summary: title, on: vault.now.day,
          updated(status.tracker.path))
      }
      return ICalendarEvent(
        uid: uid("due", status.tracker.id, due.day), summary: title, start: due,
        hasAlarm: due.precision == .second, lastModified: updated(status.tracker.path))
    }
  }

  /// What is done, and the celebrations ahead, of everybody.
  func milestones() throws -> [ICalendarEvent] {
    let catalogue = MilestoneCatalogue(
      language: vault.session.language, settings: settings.milestones)
    let today = vault.now.day
    let notes = try MilestoneNotes(in: vault)
    return PersonFinder(vault, index).book.persons.flatMap { person in
      let list = MilestoneList(
        catalogue, birth: person.birthday?.firstDay, due: person.dueDate,
        done: notes.done(by: person, withUnnamed: false), today: today)
      let updated = updated(person.path)
      return (person.isDead(on: today) ? list.done : list.entries).compactMap { entry in
        entry.day.map {
          event(
            "milestone-\(entry.milestone.id)", person.id,
            summary: "\(person.title): \(entry.milestone.title)", on: $0, updated)
        }
      }
    }
  }

  func opening() throws -> [ICalendarEvent] {
    try vault.notes(having: .openAfter).compactMap { note in
      guard !note.isPage, let day = vault.opening(of: note.document) else { return nil }
      // What it is called is sealed too.
      return event(
        "opens", note.id, summary: "A sealed note opens", on: day, updated(note.path))
    }
  }

  var notes: [ICalendarEvent] {
    index.withoutPages.positions.compactMap { position in
      guard let note = try? vault.note(position, of: index),
        !vault.withholds(note.document)
      else { return nil }
      let date = index[position].date
      return ICalendarEvent(
        uid: uid("note", index.id(position), date.day), summary: note.title, start: date,
        hasAlarm: false, lastModified: note.updated)
    }
  }

  // MARK: - Parts

  private func event(
    _ kind: String, _ id: NoteID, summary: String, on day: CalendarDay, _ updated: NoteTime
  ) -> ICalendarEvent {
    ICalendarEvent(
      uid: uid(kind, id, day), summary: summary, start: NoteTime(day: day, zone: vault.zone),
      hasAlarm: false, lastModified: updated)
  }

  private func uid(_ kind: String, _ id: NoteID, _ day: CalendarDay) -> String {
    "\(Self.prefix)\(kind)-\(id.text)-\(day)"
  }

  private func updated(_ path: VaultPath) -> NoteTime {
    (try? vault.note(at: path))?.updated ?? vault.now
  }
}
