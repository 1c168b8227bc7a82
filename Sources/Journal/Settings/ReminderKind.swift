/// What reminders can be about.
package enum ReminderKind: String, CaseIterable, Hashable, Sendable {
  /// Trackers that are due.
  case trackers
  /// The daily reminder to write.
  case nudge
  case birthdays
  /// Notes of this day in earlier years.
  case memories
  /// Milestones of the person of the vault that are ahead.
  case milestones
  /// Sealed notes that open.
  case capsules
}
