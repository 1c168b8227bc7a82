package import VaultFormat
package import VaultSync

/// The sync status of a vault in words; they may contain control characters.
package struct SyncStatusText {
  private let status: SyncStatus
  private let zone: TimeZoneRules
  private let paths: PathDisplay

  /// The number listed of each kind.
  private static let limit = 50

  package init(_ status: SyncStatus, _ paths: PathDisplay, zone: TimeZoneRules) {
    self.status = status
    self.paths = paths
    self.zone = zone
  }

  /// What there is to know, a line each; the label is empty if it is that of the row before.
  package var rows: [TextRow] {
    var rows: [TextRow] = []
    func row(_ label: String, _ text: String) { rows.append(TextRow(label, text)) }
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
      let origin = note.origin.map { ", from \(paths.text($0))" } ?? ""
      row(note.kind.rawValue, "\(paths.text(note.path))\(origin)  \(note.title)")
    }
    more(status.changes.notes.count, "note")
    for path in status.changes.others.prefix(Self.limit) { row("file", paths.text(path)) }
    more(status.changes.others.count, "file")
    if status.changes.media > 0 { row("media", status.changes.media.counted("media file")) }
    for left in status.skipped.prefix(Self.limit) {
      row("skipped", "\(paths.text(left.path))  \(left.words(paths))")
    }
    more(status.skipped.count, "file")
    for file in status.kept { row("git only", "\(paths.text(file.path))  \(file.words)") }
    return rows
  }

  /// What a sync would do.
  package var next: String {
    if !status.changes.isEmpty {
      return "tl sync commits this\(status.remote == nil ? "" : " and sends it")"
    }
    let held = status.skipped.contains { $0.isFailure }
    let next = status.distance?.words.map { "tl sync \($0)" }
    return next ?? (held ? "nothing else to sync" : "nothing to sync")
  }

  /// What to know of a sync that is not finished, and what to do about files that one would skip.
  package var hints: [String] {
    (status.isUnfinished ? [SyncStatus.unfinishedWords] : []) + status.skipped.hints
  }

  private func text(_ time: Int64) -> String {
    TimeText.minute(NoteTime(instant: time, zone: zone))
  }
}

extension SyncStatus {
  package static let unfinishedWords =
    "a sync is running, or was interrupted while it put files in place: the next one completes or undoes that first, and some changes listed here may be that sync's"

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

/// A line about something; the label is empty if it is that of the line before.
package struct TextRow: Hashable, Sendable {
  package var label: String
  package var text: String

  package init(_ label: String, _ text: String) {
    self.label = label
    self.text = text
  }
}
