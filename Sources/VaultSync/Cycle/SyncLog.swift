internal import VaultFormat
internal import VaultStore

/// The decisions of syncs, in `.tl/local/log`: a line for each sync, and one for each event below it.
///
/// For users; no program reads it. The last two thousand lines are kept.
struct SyncLog {
  let folder: VaultFolder

  private static let file = VaultPath(in: VaultLayout.local, named: "log".utf8)
  private static let limit = 2_000

  /// Errors are ignored: the commits have the same information.
  func append(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let old = (try? folder.read(Self.file, limit: 1 << 24).bytes) ?? []
    var kept = old.split(separator: 0x0A).map { Array($0) }
    kept += lines.map { Array($0.utf8) }
    let bytes = kept.suffix(Self.limit).joined(separator: [0x0A]) + [0x0A]
    try? AtomicFileWriter(folder).replaceUnsynced(Self.file, Array(bytes))
  }

  /// - Parameter time: RFC 3339.
  static func lines(of report: SyncReport, at time: String) -> [String] {
    let counts = [
      (report.committed.notes.count, "recorded"), (report.arrived.notes.count, "in"),
      (report.sent.notes.count, "out"), (report.mergedCount, "merged"),
      (report.conflictCount, "kept as a copy"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    guard !counts.isEmpty || !report.events.isEmpty else { return [] }
    let first =
      "\(time) sync of \(CommitText.line(report.branch)): "
      + (counts.isEmpty ? "no notes" : counts.joined(separator: ", "))
    return [first]
      + report.events.map { "  \(CommitText.line($0.path.text)): \($0.kind.words)" }
  }
}
