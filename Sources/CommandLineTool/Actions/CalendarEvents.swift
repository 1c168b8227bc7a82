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
  private let scan: JournalScan
  private let settings: JournalSettings

  init(_ vault: OpenVault) {
    self.vault = vault
    scan = vault.journalScan(noting: .ofReminders, keepsText: true)
    settings = JournalSettings(vault.vault.configuration)
  }

  /// Each year's by itself, with the age: a rule for all of them would leave out 29 February.
  var birthdays: [ICalendarEvent] {
    scan.journal().book.persons.flatMap { person in
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
    let book = try TrackerFinder(vault: vault).book(of: scan.index)
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
  var milestones: [ICalendarEvent] {
    let journal = scan.journal()
    return journal.book.persons.flatMap { person in
      let list = MilestoneList(of: person, in: journal, language: vault.session.language)
      let updated = updated(person.path)
      return list.entries.compactMap { entry in
        entry.day.map {
          event(
            "milestone-\(entry.milestone.id)", person.id,
            summary: "\(person.title): \(entry.milestone.title)", on: $0, updated)
        }
      }
    }
  }

  var opening: [ICalendarEvent] {
    scan.journal().capsules.compactMap { note in
      guard let day = note.opens else { return nil }
      // What it is called is sealed too.
      return event(
        "opens", note.id, summary: "A sealed note opens", on: day, updated(note.path))
    }
  }

  var notes: [ICalendarEvent] {
    let index = scan.index
    return index.withoutPages.positions.compactMap { position in
      guard let note = try? vault.note(position, of: index),
        vault.visibility.counts(note.document)
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
