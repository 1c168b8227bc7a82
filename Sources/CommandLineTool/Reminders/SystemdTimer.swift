/// The user units of systemd that run a job: a service and its timer.
///
/// The timer comes every quarter of an hour: one for an exact time would skip 02:30 on the day on which that does not
/// exist.
enum SystemdTimer {
  /// Of both files, without the ending.
  static func name(_ mark: String) -> String { "tl-due-\(mark)" }

  private static let origin =
    "# Made by tl due install; tl due uninstall removes it."

  static func service(_ job: ReminderJob) -> String {
    let environment = job.sortedVariables.map { "\(SystemdText.environment($0.name, $0.value))\n" }
    return """
      \(origin)
      [Unit]
      Description=Reminders of the timeline in \(SystemdText.plain(job.vault))

      [Service]
      Type=oneshot
      ExecStart=\(SystemdText.command(job.command))
      \(environment.joined())
      """
  }

  static func timer(_ job: ReminderJob) -> String {
    let times = job.hours.runs.map { "OnCalendar=*-*-* \(calendar($0))\n" }
    return """
      \(origin)
      [Unit]
      Description=When there are reminders of the timeline in \(SystemdText.plain(job.vault))

      [Timer]
      \(times.joined())Persistent=true

      [Install]
      WantedBy=timers.target

      """
  }

  /// `08..21:00/15` (systemd.time(7), "Calendar events").
  static func calendar(_ run: ReminderHours.Run) -> String {
    let (first, last) = (run.hours.lowerBound, run.hours.upperBound)
    let hours = first == last ? two(first) : "\(two(first))..\(two(last))"
    return "\(hours):\(run.isWhole ? "00/15" : run.minutes.map(two).joined(separator: ","))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
