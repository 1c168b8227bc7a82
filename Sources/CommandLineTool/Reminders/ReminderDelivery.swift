internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Tells of what is due in a vault, and keeps what was told, so that it is told once.
struct ReminderDelivery {
  let vault: OpenVault
  /// After which time what is still due is told once more; nil for never.
  var again: TrackerInterval?
  /// When it may tell; nil for any time.
  var hours: ReminderHours?

  private var session: Session { vault.session }

  /// What `run` would tell now.
  func dryRun() throws -> [ReminderNotification] {
    guard isInHours() else { return [] }
    let notifications = try plan().notifications
    if notifications.isEmpty { session.console.say("nothing to remind of") }
    return notifications
  }

  /// False, and said, where nothing may be told at this hour.
  private func isInHours() -> Bool {
    guard let hours, !hours.contains(secondOfDay: session.now.secondOfDay) else { return true }
    session.console.say("no reminders before \(hours.from) or after \(hours.to)")
    return false
  }

  private func plan() throws -> ReminderPlan {
    let settings = JournalSettings(vault.vault.configuration).reminders
      .overridden(by: session.userConfiguration.reminders)
    return ReminderPlan(
      try DueReminders(vault).all(), ledger: ReminderLedger(of: vault.vault), settings: settings,
      again: again, now: vault.now, zone: vault.zone)
  }

  /// Shows one notification after the other, and stores each that was shown.
  ///
  /// What cannot be shown is not stored: the next run tries it again.
  ///
  /// - Throws: if there is no program that shows any, if another run does not end, or if what was told cannot be stored.
  func run() throws -> [(notification: ReminderNotification, isShown: Bool)] {
    try vault.vault.checkInitialized()
    guard isInHours() else { return [] }
    let lock = try VaultLock(
      .reminders, of: vault.vault.folder,
      timeout: session.environment.lockTimeout ?? .tenSeconds)
    let plan = try plan()
    let result = try show(plan)
    lock.release()
    return result
  }

  private func show(_ plan: ReminderPlan) throws -> [(ReminderNotification, Bool)] {
    var ledger = plan.ledger
    guard !plan.notifications.isEmpty else {
      if ledger != ReminderLedger(of: vault.vault) { try ledger.save(in: vault.vault) }
      session.console.say("nothing to remind of")
      return []
    }
    let screen = try NotificationScreen(session)
    // What cannot be stored would be told again each time.
    try ledger.save(in: vault.vault)
    var results: [(ReminderNotification, Bool)] = []
    var reason: String?
    var isReachable = true
    for notification in plan.notifications {
      guard isReachable else {
        results.append((notification, false))
        continue
      }
      let result = screen.show(title: notification.title, body: notification.body)
      results.append((notification, result == .shown))
      switch result {
      case .shown:
        ledger.record(notification.marks, at: vault.now.seconds)
        try ledger.save(in: vault.vault)
        session.console.say("\(notification.title): \(notification.body)")
      case .refused(let words): reason = reason ?? words
      case .unreachable(let words):
        reason = reason ?? words
        isReachable = false
      }
    }
    if let reason {
      let count = results.count { !$0.1 }
      session.fail(.notShown(reason, count: count, of: results.count))
    }
    return results
  }
}

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
    book = try vault.source.trackers(of: index)
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
