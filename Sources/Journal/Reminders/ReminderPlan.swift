package import VaultFormat
package import VaultStore

/// Which notifications tell of what is due: a function of that, of what was told already, and of the time.
package struct ReminderPlan: Sendable {
  /// In the order in which they are shown.
  package let notifications: [ReminderNotification]
  /// What was told before them, without what is old.
  package let ledger: ReminderLedger

  /// - Parameters:
  ///   - due: all that is due now.
  ///   - again: after which time what is still due is told once more; nil for never.
  package init(
    _ due: [Reminder], ledger: ReminderLedger, settings: ReminderSettings,
    again: TrackerInterval? = nil, now: NoteTime, zone: TimeZoneRules
  ) {
    let ledger = ledger.tidied(keeping: Set(due.map(\.mark)), now: now.seconds)
    var seen: Set<ReminderLedger.Mark> = []
    let untold = due.filter { reminder in
      guard settings.isOn(reminder.kind), seen.insert(reminder.mark).inserted else { return false }
      guard let told = ledger.time(of: reminder.mark) else { return true }
      let next = again?.due(after: NoteTime(instant: told, zone: zone), zone: zone)
      return next.map { $0.seconds <= now.seconds } ?? false
    }
    self.ledger = ledger
    notifications = ReminderKind.allCases.flatMap { kind in
      Self.groups(of: untold.filter { $0.kind == kind }).compactMap(ReminderNotification.init)
    }
  }

  /// What is counted is told at once: sealed notes, and the milestones of a person.
  private static func groups(of reminders: [Reminder]) -> [[Reminder]] {
    var groups: [[Reminder]] = []
    var numbers: [Reminder.Content: Int] = [:]
    for reminder in reminders {
      let isCounted = reminder.kind == .milestones || reminder.kind == .capsules
      if isCounted, let number = numbers[reminder.content] {
        groups[number].append(reminder)
      } else {
        numbers[reminder.content] = groups.count
        groups.append([reminder])
      }
    }
    return groups
  }
}
