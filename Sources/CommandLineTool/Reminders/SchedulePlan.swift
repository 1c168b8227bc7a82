internal import VaultFormat

/// What an installation of reminders or backups changes, as values; nothing of it is done before somebody has agreed.
struct SchedulePlan: Hashable {
  /// A file outside of the vault.
  struct FileChange: Hashable {
    let path: String
    /// Nil for a file that goes.
    let text: String?
  }

  /// A change of the user's crontab.
  struct TableChange: Hashable {
    let before: String
    let after: String
    /// The lines of this vault; empty if they go.
    let block: String
  }

  /// A command that tells a scheduler what has changed.
  struct Call: Hashable {
    let words: [String]
    /// Whether it may fail, such as for a timer that does not run.
    var mayFail = false
  }

  private(set) var files: [FileChange] = []
  private(set) var table: TableChange?
  /// Before files are written and removed.
  private(set) var callsBefore: [Call] = []
  private(set) var callsAfter: [Call] = []

  var isEmpty: Bool { self == SchedulePlan() }

  private init() {}

  /// The job in one way, and in no other.
  ///
  /// - Parameter user: the number of the user.
  init(_ job: ReminderJob, by way: ReminderWay, in state: ScheduleState, user: UInt32) {
    let texts =
      switch way {
      case .systemd: [SystemdTimer.service(job), SystemdTimer.timer(job)]
      case .cron: [String]()
      case .launchd: [LaunchAgent.propertyList(job)]
      }
    change(to: way, texts, in: state, user: user)
    changeTable(to: way == .cron ? CronTable.block(job) : "", in: state)
  }

  /// None of a vault's.
  init(removingFrom state: ScheduleState, user: UInt32) {
    change(to: nil, [], in: state, user: user)
    changeTable(to: "", in: state)
  }

  private mutating func change(
    to chosen: ReminderWay?, _ texts: [String], in state: ScheduleState, user: UInt32
  ) {
    for way in ReminderWay.allCases {
      let paths = state.places.paths(way, state.mark)
      let isChosen = way == chosen
      var changes: [FileChange] = []
      for (index, path) in paths.enumerated() {
        let text = isChosen ? texts[index] : nil
        if state.files[path] != text { changes.append(FileChange(path: path, text: text)) }
      }
      files += changes
      guard !changes.isEmpty || (isChosen && way == .systemd && !state.isTimerEnabled) else {
        continue
      }
      switch way {
      case .systemd: addSystemd(state.mark, starts: isChosen)
      case .cron: break
      case .launchd:
        addLaunchd(
          state.mark, isKnown: paths.contains { state.files[$0] != nil },
          starts: isChosen ? paths.first : nil, user: user)
      }
    }
  }

  private mutating func addSystemd(_ mark: ScheduleMark, starts: Bool) {
    let timer = "\(SystemdTimer.name(mark)).timer"
    func call(_ words: String..., mayFail: Bool = false) -> Call {
      Call(words: ["systemctl", "--user"] + words, mayFail: mayFail)
    }
    guard starts else {
      callsBefore.append(call("disable", "--now", timer, mayFail: true))
      callsAfter.append(call("daemon-reload", mayFail: true))
      return
    }
    // A timer that runs has the times with which it was started.
    callsAfter += [call("daemon-reload"), call("enable", timer), call("restart", timer)]
  }

  private mutating func addLaunchd(
    _ mark: ScheduleMark, isKnown: Bool, starts path: String?, user: UInt32
  ) {
    let domain = "gui/\(user)"
    if isKnown {
      callsBefore.append(
        Call(words: ["launchctl", "bootout", "\(domain)/\(LaunchAgent.name(mark))"], mayFail: true))
    }
    if let path { callsAfter.append(Call(words: ["launchctl", "bootstrap", domain, path])) }
  }

  private mutating func changeTable(to block: String, in state: ScheduleState) {
    guard let before = state.crontab else {
      if !block.isEmpty { table = TableChange(before: "", after: block, block: block) }
      return
    }
    let after = CronTable.replacing(blockOf: state.mark, in: before, by: block)
    if after != before { table = TableChange(before: before, after: after, block: block) }
  }

  /// What it does, for people, in the order in which it is done.
  var lines: [String] {
    func indented(_ text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
        $0.isEmpty ? "" : "    \($0)"
      }
    }
    func run(_ call: Call) -> String { "run \(call.words.joined(separator: " "))" }
    var lines: [String] = []
    if let table {
      lines =
        table.block.isEmpty
        ? ["remove the lines of this vault from your crontab"]
        : ["write to your crontab"] + indented(table.block)
    }
    lines += callsBefore.map(run)
    for file in files {
      lines += file.text.map { ["write \(file.path)"] + indented($0) } ?? ["remove \(file.path)"]
    }
    return lines + callsAfter.map(run)
  }
}

/// What is scheduled of one topic of a vault, per scheduler.
struct ScheduleState: Hashable {
  /// Of the vault.
  let mark: ScheduleMark
  let places: SchedulePlaces
  /// The text of each file that exists, by its path.
  var files: [String: String] = [:]
  /// The user's crontab; nil where there is no cron.
  var crontab: String?
  /// Whether systemd starts the timer when the user logs in.
  var isTimerEnabled = false

  /// A file of a scheduler, or the lines of one.
  struct Item: Hashable {
    let way: ReminderWay
    /// `crontab` for its lines.
    let name: String
    let text: String

    var json: JSONValue {
      .object([
        ("way", .string(way.rawValue)), ("name", .string(name)), ("text", .string(text)),
      ])
    }
  }

  /// All that is there.
  var items: [Item] {
    var items = [ReminderWay.systemd, .launchd].flatMap { way in
      places.paths(way, mark).compactMap { path in
        files[path].map { Item(way: way, name: path, text: $0) }
      }
    }
    if let block = crontab.flatMap({ CronTable.block(of: mark, in: $0) }) {
      items.append(Item(way: .cron, name: "crontab", text: block))
    }
    return items
  }
}

/// Where schedulers look for files of the user.
struct SchedulePlaces: Hashable {
  /// Nil without a home.
  let systemd: String?
  let launchAgents: String?

  /// The files of a vault; none for cron, which has one table.
  func paths(_ way: ReminderWay, _ mark: ScheduleMark) -> [String] {
    switch way {
    case .systemd:
      let name = SystemdTimer.name(mark)
      return systemd.map { ["\($0)/\(name).service", "\($0)/\(name).timer"] } ?? []
    case .cron: return []
    case .launchd: return launchAgents.map { ["\($0)/\(LaunchAgent.name(mark)).plist"] } ?? []
    }
  }

  /// The link by which systemd starts the timer of a vault.
  func enablingLink(_ mark: ScheduleMark) -> String? {
    systemd.map { "\($0)/timers.target.wants/\(SystemdTimer.name(mark)).timer" }
  }
}
