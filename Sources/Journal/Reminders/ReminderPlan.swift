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

/// A notification: two short lines without control characters.
package struct ReminderNotification: Hashable, Sendable {
  package let kind: ReminderKind
  package let title: String
  package let body: String
  /// What it tells of.
  package let marks: [ReminderLedger.Mark]

  /// More characters than any desktop shows.
  private static let longest = 200

  /// One that tells of all reminders, which have one kind and, for milestones, one person.
  ///
  /// Nil for none.
  init?(of reminders: [Reminder]) {
    guard let first = reminders.first else { return nil }
    kind = first.kind
    marks = reminders.map(\.mark)
    let (title, body) = Self.text(of: first.content, count: reminders.count)
    (self.title, self.body) = (Self.line(title), Self.line(body))
  }

  private static func text(of content: Reminder.Content, count: Int) -> (String, String) {
    switch content {
    case .tracker(let title, let since): (title, "due \(since)")
    case .nudge(let text): ("A moment to write", text)
    case .birthday(let text): (text, "birthday today")
    case .memories(let notes):
      ("\(notes.counted("note")) from this day", "tl today shows \(notes == 1 ? "it" : "them")")
    case .milestone(let person):
      (
        "\(person): \(count.counted("milestone")) ahead",
        "tl milestone list shows \(count == 1 ? "it" : "them")"
      )
    case .capsule:
      (
        count == 1 ? "A sealed note opens today" : "\(count) sealed notes open today",
        "tl today shows \(count == 1 ? "it" : "them")"
      )
    }
  }

  /// Without control characters and those that turn the direction of text; never empty, since programs refuse that.
  private static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(longest * 8) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate:
        if scalar.properties.isWhitespace { line += " " }
      // But for those that join letters, and the parts of emoji.
      case .format where !(0x200C...0x200D ~= scalar.value): continue
      default: line.unicodeScalars.append(scalar)
      }
    }
    if line.count > longest { line = line.prefix(longest - 1) + "…" }
    return line.allSatisfy(\.isWhitespace) ? "?" : line
  }
}

/// Whether the daily reminder to write speaks at a time.
package enum WritingNudge {
  /// The day on which it is due, which is today; nil while it is silent.
  ///
  /// - Parameters:
  ///   - lastWritten: the day of the newest note that is not of a later day; nil for a vault without notes, in which it
  ///     speaks every day.
  ///   - now: in the vault's zone.
  package static func day(
    _ settings: NudgeSettings, lastWritten: CalendarDay?, now: NoteTime
  ) -> CalendarDay? {
    guard let time = settings.time, time <= now.secondOfDay else { return nil }
    let days = lastWritten.map { now.dayNumber - $0.number } ?? 1
    return ReminderBackOff.speaks(daysSinceLastNote: days) ? now.day : nil
  }
}

extension TrackerLog {
  /// Whether its goal was met on a day: of a week, a month or a year by that day, and one of at most something at the
  /// end of that.
  package func metGoal(on day: CalendarDay, dayStart: Int, now: NoteTime) -> Bool {
    guard let goal = tracker.goal else { return false }
    let history = TrackerHistory(of: self, dayStart: dayStart, now: now)
    let target = PeriodTarget(goal, aggregate: tracker.aggregate ?? history.defaultAggregate)
    let days = CalendarPeriod(target.period, of: day).days
    guard let first = history.firstDay, first <= day,
      target.bound == .atLeast || day == days.upperBound
    else { return false }
    let value = history.buckets(days.lowerBound...day, by: target.period, target.aggregate).first?
      .value
    return value.map(target.isMet) ?? false
  }
}

/// On which days without a note a reminder speaks: often at first, then once a week.
package enum ReminderBackOff {
  /// Whether it speaks when the last note is so many days old; never on the day of a note.
  package static func speaks(daysSinceLastNote days: Int) -> Bool {
    switch days {
    case ...0: false
    case 1, 2, 3, 5: true
    default: days.isMultiple(of: 7)
    }
  }
}
