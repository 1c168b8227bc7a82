internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Words

/// A sync's report as JSON; its keys are always there.
enum SyncReportJSON {
  static func value(of report: SyncReport) -> JSONValue {
    .object([
      ("branch", .string(report.branch)),
      ("remote", .text(report.remote)),
      ("network", .string(report.network.name)),
      ("recorded", value(of: report.committed)), ("in", value(of: report.arrived)),
      ("out", value(of: report.sent)), ("undone", value(of: report.undone)),
      ("merged", .int(report.mergedCount)),
      ("conflicts", .array(report.events.compactMap(conflict))),
      ("dropped", .array(report.remarks.flatMap(dropped))),
      ("held_back", .array(report.heldBack.map { .string($0.path.text) })),
      ("unfinished", .bool(report.remarks.contains(.unfinished))),
    ])
  }

  static func value(of list: ChangeList) -> JSONValue {
    .object([
      ("notes", .array(list.notes.map { .object($0.entries) })),
      ("media", .int(list.media)), ("others", .array(list.others.map { .string($0.text) })),
    ])
  }

  private static func dropped(_ remark: SyncRemark) -> [JSONValue] {
    guard case .droppedUnsent(let files, _, _) = remark else { return [] }
    return files.map { file in
      .object([
        ("path", .string(file.path.text)), ("trash", file.trashNumber.map { .int($0) } ?? .null),
      ])
    }
  }

  private static func conflict(_ event: MergeEvent) -> JSONValue? {
    guard case .conflictCopy(let copy, let device) = event.kind else { return nil }
    return .object([
      ("path", .string(event.path.text)), ("copy", .string(copy.text)), ("device", .string(device)),
    ])
  }
}

extension ChangeList.NoteLine {
  /// The entries of its JSON object.
  var entries: [(String, JSONValue)] {
    [
      ("path", .string(path.text)), ("change", .string(kind.rawValue)), ("title", .string(title)),
      ("from", .text(origin?.text)),
    ]
  }
}

extension NetworkOutcome {
  fileprivate var name: String {
    switch self {
    case .done: "done"
    case .noRemote: "none"
    case .failed: "failed"
    case .notPushed: "not-pushed"
    case .keepsMoving: "keeps-moving"
    case .withheld: "withheld"
    }
  }
}

/// Prints what a sync did, as lines or as JSON.
struct SyncReportLines {
  let report: SyncReport
  let console: Console

  /// Prints the report, and ends with its status.
  func finish(asJSON: Bool) throws {
    try print(asJSON: asJSON)
    if let error = report.problem(.current) {
      console.report(error)
      try console.finish()
      throw QuietExit(status: error.status)
    }
    if report.conflictCount > 0 {
      try console.finish()
      throw QuietExit(status: .conflict)
    }
  }

  private func print(asJSON: Bool) throws {
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
