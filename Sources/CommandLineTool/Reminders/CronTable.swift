/// The lines of a user's crontab that run a job, between two lines that mark them (crontab(5)).
enum CronTable {
  private static func begin(_ mark: String) -> String { "# BEGIN tl reminders \(mark)" }
  private static func end(_ mark: String) -> String { "# END tl reminders \(mark)" }

  /// The lines of a job, with the marks.
  static func block(_ job: ReminderJob) -> String {
    let variables = job.sortedVariables.map { "\($0.name)=\(quoted($0.value)) " }.joined()
    let command = job.command.map(quoted).joined(separator: " ")
    let lines = job.hours.runs.map { "\(times($0)) * * * \(variables)\(command)\n" }
    return "\(begin(job.mark))\n\(lines.joined())\(end(job.mark))\n"
  }

  /// The block of a vault in a table, with the marks; nil if there is none.
  static func block(of mark: String, in table: String) -> String? {
    range(of: mark, in: table).map { String(table[$0]) }
  }

  /// The table with another block of a vault, in the place of the present one, else at the end.
  ///
  /// - Parameter block: empty for none.
  static func replacing(blockOf mark: String, in table: String, by block: String) -> String {
    if let range = range(of: mark, in: table) {
      return String(table[..<range.lowerBound]) + block + String(table[range.upperBound...])
    }
    let isOpen = !table.isEmpty && table.utf8.last != UInt8(ascii: "\n")
    return table + (isOpen && !block.isEmpty ? "\n" : "") + block
  }

  /// From the line that begins it to the end of the one that ends it; without that one, which somebody has removed, only
  /// the first line: the others may be theirs.
  private static func range(of mark: String, in table: String) -> Range<String.Index>? {
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
    var quoted = "'"
    for scalar in word.unicodeScalars {
      switch scalar {
      case "'": quoted += #"'\''"#
      case "\\": quoted += #"\''"#
      case "%": quoted += #"\%"#
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }
}
