package import VaultFormat
package import VaultStore

/// A thing that is due, as reminders tell of it.
package struct Reminder: Hashable, Sendable {
  /// What is told.
  ///
  /// Others see screens: there are names of pages and numbers in it, and no text of a note.
  package enum Content: Hashable, Sendable {
    /// - Parameter since: `since 08:00`, or `today`.
    case tracker(title: String, since: String)
    /// The wording of the day.
    case nudge(String)
    /// `Kaia turns 2`.
    case birthday(String)
    /// So many notes of this day.
    case memories(Int)
    case milestone(person: String)
    case capsule
  }

  package let content: Content
  package let mark: ReminderLedger.Mark

  /// - Parameter mark: what tells it from all others, and from itself at another time.
  package init(_ content: Content, mark: ReminderLedger.Mark) {
    (self.content, self.mark) = (content, mark)
  }

  /// Due on a day, in whatever zone it is read.
  ///
  /// - Parameter subject: what tells it from others of its kind.
  package init(_ content: Content, of subject: String = "", on day: CalendarDay) {
    self.init(
      content,
      mark: ReminderLedger.Mark(
        key: Self.key(content, subject), due: Int64(day.number) * 86_400))
  }

  /// A tracker; nil for one that is not due.
  ///
  /// Intervals in days and longer have a clock time that goes with the traveller: what was told at 08:00 in Berlin is
  /// not due once more at 08:00 in New York. Those in minutes and hours have an instant.
  ///
  /// - Parameter since: as the content has it.
  package init?(_ status: TrackerStatus, since: String) {
    guard let due = status.due, status.late != nil else { return nil }
    let isInstant = status.tracker.every?.unit.seconds != nil
    let content = Content.tracker(title: status.tracker.title, since: since)
    self.init(
      content,
      mark: ReminderLedger.Mark(
        key: Self.key(content, status.tracker.id.text),
        due: isInstant ? due.seconds : Int64(due.dayNumber) * 86_400 + Int64(due.secondOfDay)))
  }

  package var kind: ReminderKind { content.kind }

  private static func key(_ content: Content, _ subject: String) -> String {
    subject.isEmpty ? content.kind.rawValue : "\(content.kind.rawValue) \(subject)"
  }
}

extension Reminder.Content {
  package var kind: ReminderKind {
    switch self {
    case .tracker: .trackers
    case .nudge: .nudge
    case .birthday: .birthdays
    case .memories: .memories
    case .milestone: .milestones
    case .capsule: .capsules
    }
  }
}
