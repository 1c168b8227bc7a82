internal import SystemCalls
package import VaultFormat
package import VaultIndex
internal import VaultStore
package import VaultSync

/// The sync status of a vault, as text and as JSON.
package struct StatusPage {
  let status: SyncStatus
  let copies: [KeptCopy]
  let zone: TimeZoneRules
  /// Why a sync cannot run here.
  package var obstacle: CommandError?

  package init(status: SyncStatus, copies: [KeptCopy], zone: TimeZoneRules) {
    self.status = status
    self.copies = copies
    self.zone = zone
    obstacle = status.obstacle.map { CommandError($0) }
  }

  /// The number listed of each kind.
  private static let limit = 50

  // MARK: - Text

  func print(on console: Console) throws {
    for row in rows {
      let label = console.style.cyan(DisplayWidth.pad(row.label, to: 10))
      try console.line("\(label)  \(TerminalText.line(row.text))")
    }
    sayNext(on: console)
  }

  /// What there is to know, a line each; the label is empty if it is that of the row before.
  package var rows: [(label: String, text: String)] {
    var rows: [(label: String, text: String)] = []
    func row(_ label: String, _ text: String) { rows.append((label, text)) }
    func more(_ count: Int, _ what: String) {
      let rest = count - Self.limit
      if rest > 0 { row("", "and \(rest.counted("more \(what)"))") }
    }
    row("branch", status.branch ?? "none checked out")
    if let remote = status.remote { row("remote", "\(remote.name)  \(remote.address)") }
    if let remote = status.pushRemote { row("push to", "\(remote.name)  \(remote.address)") }
    if let words = status.distanceWords { row("", words) }
    if let time = status.record.finished { row("last sync", text(time)) }
    if let failed = status.record.failed {
      row("last error", "\(text(failed.time))  \(failed.message)")
    }
    for note in status.changes.notes.prefix(Self.limit) {
      let origin = note.origin.map { ", from \($0.shown)" } ?? ""
      row(note.kind.rawValue, "\(note.path.shown)\(origin)  \(note.title)")
    }
    more(status.changes.notes.count, "note")
    for path in status.changes.others.prefix(Self.limit) { row("file", path.shown) }
    more(status.changes.others.count, "file")
    if status.changes.media > 0 { row("media", status.changes.media.counted("media file")) }
    for left in status.leftOut.prefix(Self.limit) {
      row("skipped", "\(left.path.shown)  \(left.words)")
    }
    more(status.leftOut.count, "file")
    for file in status.kept { row("git only", "\(file.path.shown)  \(file.words)") }
    for copy in copies { row("conflict", copy.path.shown) }
    return rows
  }

  private func sayNext(on console: Console) {
    if let error = obstacle {
      console.warn("tl sync cannot run here: \(error.message)")
      for hint in error.hints { console.say("hint: \(hint)") }
    } else {
      console.say(next)
    }
    for hint in hints { console.say("hint: \(hint)") }
    if !copies.isEmpty { console.say("tl conflict shows the notes that have two versions") }
  }

  /// What a sync would do.
  package var next: String {
    if !status.changes.isEmpty {
      return "tl sync commits this\(status.remote == nil ? "" : " and sends it")"
    }
    let held = status.leftOut.contains { $0.isFailure }
    let next = status.distance?.words.map { "tl sync \($0)" }
    return next ?? (held ? "nothing else to sync" : "nothing to sync")
  }

  /// What to know of a sync that is not finished, and what to do about files that one would skip.
  package var hints: [String] {
    (status.isUnfinished ? [SyncStatus.unfinishedWords] : []) + status.leftOut.hints
  }

  private func text(_ time: Int64) -> String {
    TimeText.minute(NoteTime(instant: time, zone: zone))
  }

  // MARK: - JSON

  var value: JSONValue {
    let leftOut = status.leftOut.map { Self.file($0.path, $0.words) }
    let kept = status.kept.map { Self.file($0.path, $0.words) }
    var entries: [(String, JSONValue)] = []
    entries.append(("branch", .text(status.branch)))
    entries.append(("remote", Self.remote(status.remote)))
    entries.append(("push_remote", Self.remote(status.pushRemote)))
    entries.append(("ahead", Self.number(status.distance?.ahead)))
    entries.append(("behind", Self.number(status.distance?.behind)))
    entries.append(("changes", SyncReportJSON.value(of: status.changes)))
    entries.append(("left_out", .array(leftOut)))
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

  private static func conflict(_ copy: KeptCopy) -> JSONValue {
    .object([("note", .text(copy.note?.text)), ("copy", .string(copy.path.text))])
  }

  static func file(_ path: VaultPath, _ reason: String) -> JSONValue {
    .object([("path", .string(path.text)), ("reason", .string(reason))])
  }

  private func rfc3339(_ time: Int64) -> String { NoteTime(instant: time, zone: zone).rfc3339 }
}

extension SyncStatus {
  static let unfinishedWords =
    "a sync is running, or was interrupted while it put files in place: the next one completes or undoes that first, so that changes shown here can be its own"

  /// Nil if there is no remote.
  fileprivate var distanceWords: String? {
    guard remote != nil else { return nil }
    guard let distance else {
      return pushRemote == nil ? "not synced yet" : "what was sent there is not known here"
    }
    var parts: [String] = []
    if distance.ahead > 0 { parts.append("\(distance.ahead.counted("commit")) to send") }
    if distance.behind > 0 { parts.append("\(distance.behind.counted("commit")) to receive") }
    return parts.isEmpty ? "up to date when last asked" : parts.joined(separator: ", ")
  }
}

extension SyncStatus.Distance {
  /// What a sync would do; nil for nothing.
  fileprivate var words: String? {
    switch (ahead > 0, behind > 0) {
    case (true, true): "merges both sides"
    case (true, false): "sends \(ahead.counted("commit"))"
    case (false, true): "receives \(behind.counted("commit"))"
    case (false, false): nil
    }
  }
}
