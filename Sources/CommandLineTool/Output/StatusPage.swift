internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

/// The sync status of a vault, as text and as JSON.
struct StatusPage {
  let status: SyncStatus
  let copies: [ConflictCopyFile]
  let zone: TimeZoneRules
  /// Why a sync cannot run here.
  var obstacle: Problem?
  private let text: SyncStatusText

  init(status: SyncStatus, copies: [ConflictCopyFile], zone: TimeZoneRules) {
    self.status = status
    self.copies = copies
    self.zone = zone
    obstacle = status.obstacle.map { Problem($0) }
    text = SyncStatusText(status, .current, zone: zone)
  }

  // MARK: - Text

  func print(on console: Console) throws {
    for row in text.rows + copies.map({ TextRow("conflict", $0.path.shown) }) {
      let label = console.style.cyan(DisplayWidth.pad(row.label, to: 10))
      try console.line("\(label)  \(TerminalText.line(row.text))")
    }
    sayNext(on: console)
  }

  private func sayNext(on console: Console) {
    if let error = obstacle {
      console.warn("tl sync cannot run here: \(error.message)")
      for hint in error.hints { console.say("hint: \(hint)") }
    } else {
      console.say(text.next)
    }
    for hint in text.hints { console.say("hint: \(hint)") }
    if !copies.isEmpty { console.say("tl conflict shows the notes that have two versions") }
  }

  // MARK: - JSON

  var value: JSONValue {
    let skipped = status.skipped.map { Self.file($0.path, $0.words(.current)) }
    let kept = status.kept.map { Self.file($0.path, $0.words) }
    var entries: [(String, JSONValue)] = []
    entries.append(("branch", .text(status.branch)))
    entries.append(("remote", Self.remote(status.remote)))
    entries.append(("push_remote", Self.remote(status.pushRemote)))
    entries.append(("ahead", Self.number(status.distance?.ahead)))
    entries.append(("behind", Self.number(status.distance?.behind)))
    entries.append(("changes", SyncReportJSON.value(of: status.changes)))
    entries.append(("left_out", .array(skipped)))
    entries.append(("git_only", .array(kept)))
    entries.append(("last_sync", .text(status.record.finished.map(rfc3339))))
    entries.append(("last_error", lastError))
    entries.append(("unfinished", .bool(status.isUnfinished)))
    entries.append(("can_undo", .bool(status.canUndo)))
    entries.append(("obstacle", .text(obstacle?.message)))
    entries.append(("conflicts", .array(copies.map(Self.conflict))))
    return .object(entries)
  }

  private static func number(_ number: Int?) -> JSONValue { number.map(JSONValue.int) ?? .null }

  private static func remote(_ remote: (name: String, address: String)?) -> JSONValue {
    guard let remote else { return .null }
    return .object([("name", .string(remote.name)), ("address", .string(remote.address))])
  }

  private var lastError: JSONValue {
    guard let failed = status.record.failed else { return .null }
    return .object([
      ("time", .string(rfc3339(failed.time))), ("message", .string(failed.message)),
    ])
  }

  private static func conflict(_ copy: ConflictCopyFile) -> JSONValue {
    .object([("note", .text(copy.note?.text)), ("copy", .string(copy.path.text))])
  }

  static func file(_ path: VaultPath, _ reason: String) -> JSONValue {
    .object([("path", .string(path.text)), ("reason", .string(reason))])
  }

  private func rfc3339(_ time: Int64) -> String { NoteTime(instant: time, zone: zone).rfc3339 }
}
