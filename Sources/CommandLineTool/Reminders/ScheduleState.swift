/// The installed schedules of a vault's reminders, per scheduler.
struct ScheduleState: Hashable {
  /// Of the vault.
  let mark: String
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
  func paths(_ way: ReminderWay, _ mark: String) -> [String] {
    switch way {
    case .systemd:
      let name = SystemdTimer.name(mark)
      return systemd.map { ["\($0)/\(name).service", "\($0)/\(name).timer"] } ?? []
    case .cron: return []
    case .launchd: return launchAgents.map { ["\($0)/\(LaunchAgent.name(mark)).plist"] } ?? []
    }
  }

  /// The link by which systemd starts the timer of a vault.
  func enablingLink(_ mark: String) -> String? {
    systemd.map { "\($0)/timers.target.wants/\(SystemdTimer.name(mark)).timer" }
  }
}
