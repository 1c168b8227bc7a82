import ArgumentParser
internal import VaultFormat

/// What a scheduler runs for a vault, and when.
struct ReminderJob: Hashable {
  enum Task: Hashable {
    case due(ReminderHours)
    case backup(BackupSchedule)
  }

  /// The absolute path of tl.
  let program: String
  /// Absolute.
  let vault: String
  let task: Task
  /// Variables that tell tl where the user's files are.
  let variables: [String: String]

  var mark: ScheduleMark {
    switch task {
    case .due: ScheduleMark(.due, ofVault: vault)
    case .backup: ScheduleMark(.backup, ofVault: vault)
    }
  }

  /// The program and its arguments; it says nothing unless something fails.
  var command: [String] {
    let words =
      switch task {
      case .due(let hours): ["due", "--notify", "--from", "\(hours.from)", "--to", "\(hours.to)"]
      case .backup(let schedule): schedule.command
      }
    return [program, "--quiet", "--vault", vault] + words
  }

  /// In the order of their names.
  var sortedVariables: [(name: String, value: String)] {
    variables.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// Whether some of it has control characters, which the files of a scheduler cannot hold.
  var hasControlCharacters: Bool {
    (command + variables.values).contains { text in
      text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }
}

/// Tells the files of a scheduler for one thing of one vault from all others.
struct ScheduleMark: Hashable, CustomStringConvertible {
  /// What is scheduled, as the command that installs it is named.
  enum Topic: String, Hashable {
    case due, backup
  }

  let topic: Topic
  /// Twelve hexadecimal digits, by the path of the vault.
  let description: String

  init(_ topic: Topic, ofVault path: String) {
    self.topic = topic
    description = String(SHA1.digest(of: Array(path.utf8)).hex.prefix(12))
  }
}

/// When backups are made by themselves, and where they go.
struct BackupSchedule: Hashable {
  enum Interval: String, CaseIterable, ExpressibleByArgument {
    case day, week, month
  }

  let every: Interval
  /// Absolute.
  let folder: String
  /// How many backups stay.
  let keep: Int
  /// Whom they are encrypted for.
  var recipients: [String] = []
  var hasHistory = true

  /// When most machines run: at noon, of a Monday or the first of a month.
  static let time = (hour: 12, minute: 17)

  var command: [String] {
    ["backup", "make", "--to", folder, "--keep", "\(keep)"]
      + (hasHistory ? [] : ["--no-history"]) + recipients.flatMap { ["--encrypt", $0] }
  }
}

/// The scheduler that runs tl.
enum ReminderWay: String, CaseIterable, EnumerableFlag {
  case systemd, cron, launchd

  static func help(for value: ReminderWay) -> ArgumentHelp? {
    switch value {
    case .systemd: "By a timer of systemd"
    case .cron: "By cron"
    case .launchd: "By launchd of macOS"
    }
  }
}

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

extension ReminderHours {
  /// Those of the options `--from` and `--to`.
  static func chosen(from: String, to: String) throws(ValidationError) -> ReminderHours {
    do {
      return try ReminderHours(from: from, to: to)
    } catch {
      switch error {
      case .notAQuarter(let text):
        throw ValidationError("'\(text)' is not a quarter of an hour, such as 08:00 or 08:15")
      case .same: throw ValidationError("--from and --to are the same time")
      }
    }
  }
}
