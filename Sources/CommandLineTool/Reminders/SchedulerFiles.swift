internal import Journal

/// The lines of a user's crontab that run a job, between two lines that mark them (crontab(5)).
enum CronTable {
  private static func begin(_ mark: ScheduleMark) -> String { "# BEGIN tl \(words(mark))" }
  private static func end(_ mark: ScheduleMark) -> String { "# END tl \(words(mark))" }

  private static func words(_ mark: ScheduleMark) -> String {
    "\(mark.topic == .due ? "reminders" : "backup") \(mark)"
  }

  /// The lines of a job, with the marks.
  static func block(_ job: ReminderJob) -> String {
    let variables = job.sortedVariables.map { "\($0.name)=\(quoted($0.value)) " }.joined()
    let command = job.command.map(quoted).joined(separator: " ")
    let lines = times(job.task).map { "\($0) \(variables)\(command)\n" }
    return "\(begin(job.mark))\n\(lines.joined())\(end(job.mark))\n"
  }

  /// The block of a vault in a table, with the marks; nil if there is none.
  static func block(of mark: ScheduleMark, in table: String) -> String? {
    range(of: mark, in: table).map { String(table[$0]) }
  }

  /// The table with another block of a vault, in the place of the present one, else at the end.
  ///
  /// - Parameter block: empty for none.
  static func replacing(blockOf mark: ScheduleMark, in table: String, by block: String) -> String {
    if let range = range(of: mark, in: table) {
      return String(table[..<range.lowerBound]) + block + String(table[range.upperBound...])
    }
    let isOpen = !table.isEmpty && table.utf8.last != UInt8(ascii: "\n")
    return table + (isOpen && !block.isEmpty ? "\n" : "") + block
  }

  /// From the line that begins it to the end of the one that ends it; without that one, which somebody has removed, only
  /// the first line: the others may be theirs.
  private static func range(of mark: ScheduleMark, in table: String) -> Range<String.Index>? {
    var first: Range<String.Index>?
    var start = table.startIndex
    while start < table.endIndex {
      let newline = table[start...].utf8.firstIndex(of: UInt8(ascii: "\n"))
      let next = newline.map { table.utf8.index(after: $0) } ?? table.endIndex
      let line = table[start..<(newline ?? table.endIndex)]
      if first == nil, line == begin(mark) { first = start..<next }
      if let first, line == end(mark) { return first.lowerBound..<next }
      start = next
    }
    return first
  }

  /// `*/15 8-21 * * *`: minutes, hours, days, months, days of the week.
  private static func times(_ task: ReminderJob.Task) -> [String] {
    switch task {
    case .due(let hours): return hours.runs.map { "\(times($0)) * * *" }
    case .backup(let schedule):
      let days =
        switch schedule.every {
        case .day: "* * *"
        case .week: "* * 1"
        case .month: "1 * *"
        }
      return ["\(BackupSchedule.time.minute) \(BackupSchedule.time.hour) \(days)"]
    }
  }

  /// `*/15 8-21`, the minutes and the hours.
  private static func times(_ run: ReminderHours.Run) -> String {
    let (first, last) = (run.hours.lowerBound, run.hours.upperBound)
    let minutes = run.isWhole ? "*/15" : run.minutes.map(String.init).joined(separator: ",")
    return "\(minutes) \(first == last ? "\(first)" : "\(first)-\(last)")"
  }

  /// A word for the shell that cron starts.
  ///
  /// cron itself replaces `\%` by `%`, takes `%` for a line end, and some crons replace `\\` by `\`: so no backslash has
  /// one behind it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789_/.:@+,-".unicodeScalars.contains(scalar))
    }
    guard !isPlain || word.isEmpty else { return word }
    return "'" + word.escaped(["'": #"'\''"#, "\\": #"\''"#, "%": #"\%"#]) + "'"
  }
}

/// The agent of launchd that runs a job (launchd.plist(5)).
///
/// For reminders it comes every quarter of an hour all day; tl itself keeps the hours.
enum LaunchAgent {
  /// Its label, and the name of its file without the ending.
  static func name(_ mark: ScheduleMark) -> String { "tl.\(mark.topic.rawValue).\(mark)" }

  static func propertyList(_ job: ReminderJob) -> String {
    let words = job.command.map { "    <string>\(XMLText.escaped($0))</string>\n" }
    let variables = job.sortedVariables.map {
      "    <key>\($0.name)</key>\n    <string>\(XMLText.escaped($0.value))</string>\n"
    }
    let environment =
      variables.isEmpty
      ? "" : "  <key>EnvironmentVariables</key>\n  <dict>\n\(variables.joined())  </dict>\n"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- \(job.mark.origin) -->
      <plist version="1.0">
      <dict>
        <key>Label</key>
        <string>\(name(job.mark))</string>
        <key>ProgramArguments</key>
        <array>
      \(words.joined())  </array>
      \(environment)  \(times(job.task))
        <key>ProcessType</key>
        <string>Background</string>
      </dict>
      </plist>

      """
  }
}

extension LaunchAgent {
  private static func times(_ task: ReminderJob.Task) -> String {
    guard case .backup(let schedule) = task else {
      return "<key>StartInterval</key>\n  <integer>900</integer>"
    }
    var parts = [("Hour", BackupSchedule.time.hour), ("Minute", BackupSchedule.time.minute)]
    switch schedule.every {
    case .day: break
    case .week: parts.append(("Weekday", 1))
    case .month: parts.append(("Day", 1))
    }
    let lines = parts.map { "    <key>\($0)</key>\n    <integer>\($1)</integer>\n" }
    return "<key>StartCalendarInterval</key>\n  <dict>\n\(lines.joined())  </dict>"
  }
}

extension ScheduleMark {
  /// What stands in a file about itself.
  fileprivate var origin: String {
    "Made by tl \(topic.rawValue) install; tl \(topic.rawValue) uninstall removes it."
  }
}

/// The user units of systemd that run a job: a service and its timer.
///
/// For reminders the timer comes every quarter of an hour: one for an exact time would skip 02:30 on the day on which that does not
/// exist.
enum SystemdTimer {
  /// Of both files, without the ending.
  static func name(_ mark: ScheduleMark) -> String { "tl-\(mark.topic.rawValue)-\(mark)" }

  private static func title(_ job: ReminderJob) -> String {
    switch job.task {
    case .due: "Reminders of the timeline in \(SystemdText.plain(job.vault))"
    case .backup: "Backup of the timeline in \(SystemdText.plain(job.vault))"
    }
  }

  static func service(_ job: ReminderJob) -> String {
    let environment = job.sortedVariables.map { "\(SystemdText.environment($0.name, $0.value))\n" }
    return """
      # \(job.mark.origin)
      [Unit]
      Description=\(title(job))

      [Service]
      Type=oneshot
      ExecStart=\(SystemdText.command(job.command))
      \(environment.joined())
      """
  }

  static func timer(_ job: ReminderJob) -> String {
    let times = times(job.task).map { "OnCalendar=\($0)\n" }
    return """
      # \(job.mark.origin)
      [Unit]
      Description=\(title(job)), at its times

      [Timer]
      \(times.joined())Persistent=true

      [Install]
      WantedBy=timers.target

      """
  }

  private static func times(_ task: ReminderJob.Task) -> [String] {
    switch task {
    case .due(let hours): return hours.runs.map { "*-*-* \(calendar($0))" }
    case .backup(let schedule):
      let days =
        switch schedule.every {
        case .day: "*-*-*"
        case .week: "Mon *-*-*"
        case .month: "*-*-01"
        }
      return ["\(days) \(two(BackupSchedule.time.hour)):\(two(BackupSchedule.time.minute))"]
    }
  }

  /// `08..21:00/15` (systemd.time(7), "Calendar events").
  static func calendar(_ run: ReminderHours.Run) -> String {
    let (first, last) = (run.hours.lowerBound, run.hours.upperBound)
    let hours = first == last ? two(first) : "\(two(first))..\(two(last))"
    return "\(hours):\(run.isWhole ? "00/15" : run.minutes.map(two).joined(separator: ","))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Values in units of systemd; none of them has line ends.
package enum SystemdText {
  /// The words of a command, each quoted.
  package static func command(_ words: [String]) -> String {
    // Dollar signs are variables in commands alone (systemd.service(5), "Command lines").
    words.map { quoted($0).escaped(["$": "$$"]) }.joined(separator: " ")
  }

  /// A line that sets a variable.
  package static func environment(_ name: String, _ value: String) -> String {
    "Environment=\(quoted("\(name)=\(value)"))"
  }

  /// Text that is not split into words, without specifiers.
  package static func plain(_ text: String) -> String { text.escaped(["%": "%%"]) }

  /// In double quotes, with the escapes of systemd.syntax(7) and without specifiers.
  private static func quoted(_ text: String) -> String {
    "\"" + plain(text).escaped(["\"": "\\\"", "\\": "\\\\"]) + "\""
  }
}
