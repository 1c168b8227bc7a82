internal import VaultFormat

/// The hours of a day in which reminders are told, by the clock of this device; they may go beyond midnight.
struct ReminderHours: Hashable {
  /// Why two times are no hours.
  enum Failure: Error, Hashable {
    /// The text is no time of a quarter of an hour.
    case notAQuarter(String)
    case same
  }

  /// A clock time in minutes after midnight: a quarter of an hour.
  struct Quarter: Hashable, CustomStringConvertible {
    static let length = 15
    let minute: Int

    fileprivate init(_ text: String) throws(Failure) {
      guard let clock = ClockSyntax(word: text), !clock.hasSeconds,
        clock.secondOfDay % (Self.length * 60) == 0
      else { throw .notAQuarter(text) }
      minute = clock.secondOfDay / 60
    }

    /// `08:00`.
    var description: String { NoteTime.clock(minute * 60) }
  }

  /// The first quarter.
  let from: Quarter
  /// The one after the last.
  let to: Quarter

  /// - Parameters:
  ///   - from: such as `08:00`.
  ///   - to: the same; `00:00` for the end of the day.
  init(from: String, to: String) throws(Failure) {
    (self.from, self.to) = (try Quarter(from), try Quarter(to))
    guard self.from != self.to else { throw .same }
  }

  func contains(secondOfDay second: Int) -> Bool {
    spans.contains { $0.contains(second / 60) }
  }

  /// In minutes after midnight: two if they go beyond it, in the order of the day.
  private var spans: [Range<Int>] {
    from.minute < to.minute
      ? [from.minute..<to.minute]
      : [0..<to.minute, from.minute..<24 * 60].filter { !$0.isEmpty }
  }

  /// Hours in a row that have the same quarters.
  struct Run: Hashable {
    var hours: ClosedRange<Int>
    /// Minutes of each hour, ascending.
    var minutes: [Int]

    /// Whether they are all that an hour has.
    var isWhole: Bool { minutes.count * Quarter.length == 60 }
  }

  /// In the order of the day.
  var runs: [Run] {
    var runs: [Run] = []
    for hour in 0..<24 {
      let minutes = stride(from: 0, to: 60, by: Quarter.length).filter { minute in
        spans.contains { $0.contains(hour * 60 + minute) }
      }
      if let last = runs.last, last.hours.upperBound == hour - 1, last.minutes == minutes {
        runs[runs.count - 1].hours = last.hours.lowerBound...hour
      } else if !minutes.isEmpty {
        runs.append(Run(hours: hour...hour, minutes: minutes))
      }
    }
    return runs
  }
}
