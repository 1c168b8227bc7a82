package import VaultFormat

/// The notes of the last list of a vault, so that `@3` means the third of them.
///
/// Stored in `.tl/local/last-list-TERMINAL`, so that a list in another terminal changes nothing, and without a terminal in
/// `.tl/local/last-list`: the time on the first line, then a line for each note: its id, a tab, its path. It belongs to
/// this device and may be lost, so it is not synced to disk.
package struct LastList: Sendable {
  package struct Note: Hashable, Sendable {
    /// Nil for one that is too long to be stored.
    package var id: NoteID?
    /// Tells notes of one id apart; nil for one that cannot be stored in a line.
    package var path: VaultPath?

    package init(_ id: NoteID?, at path: VaultPath?) {
      (self.id, self.path) = (id, path)
    }
  }

  /// Seconds since 1970-01-01T00:00:00Z.
  package var time: Int64
  package var notes: [Note]

  /// More than anyone counts.
  package static let limit = 1_000
  /// How many seconds a list is valid.
  ///
  /// After that time the user probably means another list.
  package static let lifetime: Int64 = 3_600

  package init(time: Int64, notes: [Note]) {
    self.time = time
    self.notes = Array(notes.prefix(Self.limit))
  }

  /// Nil if there is none, or it cannot be read.
  package init?(of vault: Vault, on terminal: String?) {
    guard let lines = vault.localLines(of: VaultLayout.lastList(on: terminal), limit: 1 << 20),
      let time = lines.first.flatMap({ Int64($0) })
    else { return nil }
    self.time = time
    notes = lines.dropFirst().map { line in
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      return Note(
        parts.first.flatMap { Self.read($0) }.flatMap { NoteID($0) },
        at: parts.dropFirst().first.flatMap { VaultPath(String($0)) })
    }
  }

  /// Replaces the stored list.
  package func save(in vault: Vault, on terminal: String?) throws(StoreError) {
    let lines = notes.map { note in
      let id = note.id.map { Self.written($0.text) } ?? ""
      guard let path = note.path, !path.bytes.contains(where: { $0 == 0x0A || $0 == 0x09 }),
        VaultPath(path.text) == path
      else { return id }
      return "\(id)\t\(path.text)"
    }
    try vault.save(localLines: ["\(time)"] + lines, at: VaultLayout.lastList(on: terminal))
  }

  /// The most bytes of an id: a list of such ids is not too long to be read.
  private static let longestID = 256

  /// Without a tab and a line end; empty for an id that is too long.
  private static func written(_ id: String) -> String {
    guard id.utf8.count <= longestID else { return "" }
    return id.replacing("%", with: "%25").replacing("\t", with: "%09").replacing("\n", with: "%0A")
      .replacing("\r", with: "%0D")
  }

  private static func read(_ written: Substring) -> String? {
    guard !written.isEmpty else { return nil }
    return String(written).replacing("%0D", with: "\r").replacing("%0A", with: "\n")
      .replacing("%09", with: "\t").replacing("%25", with: "%")
  }

  /// Removes the stored list.
  ///
  /// - Returns: false if it is still there.
  package static func forget(in vault: Vault, on terminal: String?) -> Bool {
    guard LastList(of: vault, on: terminal) != nil else { return true }
    return (try? vault.folder.removeFile(VaultLayout.lastList(on: terminal))) != nil
  }
}
