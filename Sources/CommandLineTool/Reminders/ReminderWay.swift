import ArgumentParser

/// The scheduler that runs `tl due --notify`.
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
