internal import SystemCalls
internal import VaultFormat
internal import VaultSync
internal import Words

/// Prints what a sync did, as lines or as JSON.
struct SyncReportLines {
  let report: SyncReport
  let console: Console

  func print(asJSON: Bool) throws {
    let text = SyncReportText(report, .current)
    if asJSON {
      try console.line(SyncReportJSON.value(of: report).pretty)
    } else {
      for row in text.rows {
        try console.line(
          "\(console.style.cyan(DisplayWidth.pad(row.label, to: 9)))  \(TerminalText.line(row.text))"
        )
      }
    }
    for warning in text.warnings { console.warn(warning) }
    for remark in text.remarks { console.say(remark) }
  }
}
