internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// What a vault has to be reminded of now.
struct DueReminders {
  private let vault: OpenVault
  private let index: VaultIndex
  private let journal: JournalIndex
  private let now: NoteTime
  private let book: TrackerBook

  /// So many days a milestone counts as something that was achieved.
  private static let freshness = 7

  init(_ vault: OpenVault) throws {
    self.vault = vault
    now = vault.now
    let scan = vault.journalScan(noting: .ofReminders, keepsText: true)
    index = scan.index
    journal = scan.journal(remembering: now.day)
    book = try TrackerFinder(vault: vault).book(of: index)
  }

  func all() -> [Reminder] {
    let report = DayReport(
      of: now.day, in: journal, without: DismissedNotes(of: vault.vault, on: now.day).ids,
      trackers: book.statuses(at: now))
    var due = report.due.compactMap { status in
      status.due.flatMap { Reminder(status, since: TrackerText.since($0, now)) }
    }
    if let nudge = nudge() { due.append(nudge) }
    due += report.birthdays.map {
      Reminder(.birthday($0.text), of: $0.person.id.text, on: now.day)
    }
    if !report.memories.isEmpty {
      due.append(Reminder(.memories(report.memories.count), on: now.day))
    }
    due += milestones
    due += report.opening.map { Reminder(.capsule, of: $0.id.text, on: now.day) }
    return due
  }

  private func nudge() -> Reminder? {
    let settings = journal.settings.nudge
    guard let day = WritingNudge.day(settings, lastWritten: lastWritten, now: now) else {
      return nil
    }
    let text = settings.text(
      on: day, hour: now.secondOfDay / 3600, hasAchievement: hasAchievement)
    return Reminder(.nudge(text), on: day)
  }

  /// When a note was made last, not after today.
  private var lastWritten: CalendarDay? {
    var last: CalendarDay?
    index.forEachPosition { _, note in
      guard note.flags.kind == nil else { return }
      let day = note.created.day
      if day <= now.day, last.map({ $0 < day }) ?? true { last = day }
    }
    return last
  }

  /// Whether a tracker met its goal yesterday, or a note of the last days tells of a milestone.
  private var hasAchievement: Bool {
    let yesterday = now.day.adding(days: -1)
    let hasMetGoal = book.logs.contains { log in
      guard let yesterday, !log.tracker.isArchived else { return false }
      return log.metGoal(on: yesterday, dayStart: journal.settings.dayStart, now: now)
    }
    return hasMetGoal || journal.hasMilestone(inLast: Self.freshness)
  }

  /// Of the person of the vault, if there is one.
  private var milestones: [Reminder] {
    guard let person = journal.chosen else { return [] }
    let list = MilestoneList(of: person, in: journal, language: vault.session.language)
    return list.ahead(today: now.day).map { milestone, day in
      Reminder(
        .milestone(person: person.title), of: "\(person.id.text) \(milestone.id)", on: day)
    }
  }
}
