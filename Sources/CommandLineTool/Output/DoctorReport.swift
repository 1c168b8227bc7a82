internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// Prints the repairs and findings of a check, as lines or as JSON.
struct DoctorReport {
  let session: Session
  /// The lowest severity that is listed one by one.
  let level: Finding.Severity
  let isJSON: Bool
  let isFixing: Bool
  private(set) var actions: [JSONValue] = []
  private(set) var repairCount = 0

  private var console: Console { session.console }

  // MARK: - Repairs

  mutating func add(_ action: Repair.Action) throws {
    repairCount += 1
    if isJSON {
      actions.append(Self.value(of: action))
    } else {
      let text = TerminalText.line(action.words(.current))
      try console.line(console.style.green("fixed:") + " " + text)
    }
  }

  private static func value(of action: Repair.Action) -> JSONValue {
    func object(_ action: String, _ path: VaultPath, with more: (String, String)...) -> JSONValue {
      .object(
        [("action", .string(action)), ("path", .string(path.text))]
          + more.map { ($0.0, .string($0.1)) })
    }
    return switch action {
    case .storedID(let path, let id): object("stored-id", path, with: ("id", id.text))
    case .movedMedia(let path, let target): object("moved-media", path, with: ("to", target.text))
    case .tookOutMarkers(let path): object("took-out-markers", path)
    case .spelledCategory(let path, let spelling):
      object("spelled-category", path, with: ("category", spelling))
    case .putAway(let entry):
      object(
        "moved-to-trash", entry.origin,
        with: ("to", entry.file?.text ?? VaultLayout.trash.text))
    case .removedEmpty(let path): object("removed-empty", path)
    }
  }

  // MARK: - Findings

  /// Prints the findings and says how many there are.
  func finish(_ check: VaultCheck, isInitialized: Bool) throws {
    if isJSON {
      try printJSON(check.findings)
    } else {
      try printLines(check.findings)
    }
    console.say(summary(check))
    if !isFixing, !check.repairs.isEmpty {
      let count = check.repairCount.counted("repair")
      console.say(
        isInitialized
          ? "tl doctor --fix makes \(count); tl help doctor explains them"
          : "tl init, then tl doctor --fix makes \(count); tl help doctor explains them")
    }
  }

  /// A line for each listed finding, then one for each kind of the others; the most severe first.
  private func printLines(_ findings: [LocatedFinding]) throws {
    var isSummedUp = false
    // The errors come first, down to the level.
    let listed = Finding.Severity.allCases.prefix { $0 != level } + [level]
    for severity in Finding.Severity.allCases {
      let own = findings.filter { $0.finding.severity == severity }
      if listed.contains(severity) {
        for located in own { try console.line(line(of: located)) }
      } else if severity == .info {
        let counts = Dictionary(grouping: own, by: \.finding.code)
        for (code, located) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          let text = code.words(count: located.count)
          try console.line("\(word(for: severity)): \(text) (\(code.rawValue))")
          isSummedUp = true
        }
      }
    }
    if isSummedUp { console.say("tl doctor --level info lists them") }
  }

  private func line(of located: LocatedFinding) -> String {
    let finding = located.finding
    let place = "\(TerminalText.line(located.path.shown)):\(finding.line):\(finding.column)"
    return "\(place): \(word(for: finding.severity)): \(TerminalText.line(finding.message))"
  }

  private func word(for severity: Finding.Severity) -> String {
    console.style.coloured(severity.rawValue, as: severity)
  }

  private func printJSON(_ findings: [LocatedFinding]) throws {
    let values = findings.map { NoteJSONV1.finding($0.finding, at: $0.path) }
    guard isFixing else { return try printArray(values, end: "]\n") }
    try console.write("{\"fixed\":".utf8)
    try printArray(actions, end: "],\n")
    try console.write("\"findings\":".utf8)
    try printArray(values, end: "]}\n")
  }

  private func printArray(_ values: [JSONValue], end: String) throws {
    try console.write("[".utf8)
    for (index, value) in values.enumerated() {
      try console.write((index == 0 ? "\n" : ",\n").utf8)
      try console.write(value.compact.utf8)
    }
    try console.write(((values.isEmpty ? "" : "\n") + end).utf8)
  }

  private func summary(_ check: VaultCheck) -> String {
    let counts = Finding.Severity.allCases.compactMap { severity -> String? in
      let count = check.findings.count { $0.finding.severity == severity }
      if count == 0 { return nil }
      return severity == .info
        ? count.counted("remark") : count.counted(severity.rawValue)
    }
    let made = repairCount == 0 ? "nothing to repair" : "\(repairCount.counted("repair")) made"
    let left = isFixing ? " left" : ""
    return (isFixing ? "\(made); " : "") + "\(check.noteCount.counted("note")): "
      + (counts.isEmpty ? "no problems" : counts.joined(separator: ", ") + left)
  }
}
