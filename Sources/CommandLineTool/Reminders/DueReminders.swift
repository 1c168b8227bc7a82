internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// What a vault has to be reminded of now.
struct DueReminders {
  private let report: TodayReport
  private let vault: OpenVault
  private let now: NoteTime
  private let book: TrackerBook

  /// So many days a milestone counts as something that was achieved.
  private static let freshness = 7

  init(_ vault: OpenVault) throws {
    self.vault = vault
    now = vault.now
    report = TodayReport(vault, on: now.day)
    book = try TrackerFinder(vault: vault).book(of: report.index)
  }

  func all() throws -> [Reminder] {
    let memories = report.memories(withMonths: false).count
    var due = TrackerStatus.due(among: book, at: now).compactMap { status in
      status.due.flatMap { Reminder(status, since: TrackerText.since($0, now)) }
    }
    if let nudge = nudge() { due.append(nudge) }
    due += report.birthdays.map {
      Reminder(.birthday($0.text), of: $0.person.id.text, on: now.day)
    }
    if memories > 0 { due.append(Reminder(.memories(memories), on: now.day)) }
    due += try milestones()
    due += report.opening.map { Reminder(.capsule, of: $0.id.text, on: now.day) }
    return due
  }

  private func nudge() -> Reminder? {
    let settings = report.settings.nudge
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
    report.index.withoutPages.forEachPosition { _, note in
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
      return log.metGoal(on: yesterday, dayStart: report.settings.dayStart, now: now)
    }
    return hasMetGoal || report.hasMilestone(inLast: Self.freshness)
  }

  /// Of the person of the vault, if there is one.
  private func milestones() throws -> [Reminder] {
    let finder = PersonFinder(vault, report.index)
    guard report.settings.person != nil, let person = try? finder.person(named: nil),
      !person.isDead(on: now.day)
    else { return [] }
    let list = MilestoneList(
      MilestoneCatalogue(language: vault.session.language, settings: report.settings.milestones),
      birth: person.birthday?.firstDay, due: person.dueDate,
      done: try MilestoneNotes(in: vault).done(by: person, withUnnamed: true), today: now.day)
    return list.ahead(today: now.day).map { milestone, day in
      Reminder(
        .milestone(person: person.title), of: "\(person.id.text) \(milestone.id)", on: day)
    }
  }
}
