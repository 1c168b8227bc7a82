internal import Journal
internal import SystemCalls
internal import VaultFormat
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
    guard vault.vault.isInitialized else {
      throw Vault.WriteRefusal.notInitialized(path: vault.vault.folder.path)
    }
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
