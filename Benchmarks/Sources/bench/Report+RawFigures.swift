internal import Measuring

extension Report {
  /// A line for every counted run: times in milliseconds, memory in bytes.
  var rawFigures: String {
    var lines = ["comparison,notes,command,round,wall_ms,user_ms,system_ms,peak_bytes,exit"]
    for outcome in outcomes {
      for series in [outcome.subject] + outcome.anchors {
        for (round, run) in series.runs.enumerated() {
          lines.append(line(outcome.comparison, series.command, round + 1, run))
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(
    _ comparison: Comparison, _ command: Command, _ round: Int, _ run: Measurement
  ) -> String {
    var cells = [comparison.subject.label, comparison.vault, command.label].map(quoted)
    cells.append("\(round)")
    cells += [run.wall, run.user, run.system].map { decimalText($0 * 1000, places: 3) }
    cells += ["\(run.peakMemory)", "\(run.exitCode)"]
    return cells.joined(separator: ",")
  }

  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
