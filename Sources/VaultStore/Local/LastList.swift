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
        parts.first.flatMap { PercentEncoding.decoded($0.utf8) }
          .flatMap { NoteID(String(decoding: $0, as: UTF8.self)) },
        at: parts.dropFirst().first.flatMap { VaultPath(String($0)) })
    }
  }

  /// Replaces the stored list.
  package func save(in vault: Vault, on terminal: String?) throws(StoreError) {
    let lines = notes.map { note in
      // Without a tab and a line end.
      let bytes = note.id.map { Array($0.text.utf8) } ?? []
      let id =
        bytes.count > Self.longestID
        ? "" : PercentEncoding.encoded(bytes) { $0 > 0x20 && $0 != UInt8(ascii: "%") }
      guard let path = note.path, !path.bytes.contains(where: { $0 == 0x0A || $0 == 0x09 }),
        VaultPath(path.text) == path
      else { return id }
      return "\(id)\t\(path.text)"
    }
    try vault.save(localLines: ["\(time)"] + lines, at: VaultLayout.lastList(on: terminal))
  }

  /// The most bytes of an id: a list of such ids is not too long to be read.
  private static let longestID = 256

  /// Removes the stored list.
  ///
  /// - Returns: false if it is still there.
  package static func forget(in vault: Vault, on terminal: String?) -> Bool {
    guard LastList(of: vault, on: terminal) != nil else { return true }
    return (try? vault.folder.removeFile(VaultLayout.lastList(on: terminal))) != nil
  }
}

/// The events of the last list of a tracker, so that `tl event rm coffee 3` means the third of them, or nothing.
///
/// Stored in `.tl/local/last-events`: the id of the tracker on the first line, then a line for each event. It belongs to
/// this device and may be lost, so it is not synced to disk.
package struct EventList: Sendable {
  package var tracker: NoteID
  /// A mark of each, the newest first: equal for events that are equal, without line breaks.
  package var marks: [String]

  /// More than anyone counts.
  package static let limit = 100_000

  package init(tracker: NoteID, marks: some Sequence<String>) {
    self.tracker = tracker
    self.marks = Array(marks.prefix(Self.limit))
  }

  /// Nil if there is none, or it cannot be read.
  package init?(of vault: Vault) {
    guard let lines = vault.localLines(of: VaultLayout.lastEvents, limit: 1 << 23),
      let tracker = lines.first.flatMap({ NoteID($0) })
    else { return nil }
    self.init(tracker: tracker, marks: lines.dropFirst())
  }

  /// Replaces the stored list.
  package func save(in vault: Vault) throws(StoreError) {
    guard !tracker.text.utf8.contains(UInt8(ascii: "\n")) else { return }
    try vault.save(localLines: [tracker.text] + marks, at: VaultLayout.lastEvents)
  }
}

/// The event of a tracker that was logged last on this device, so that it can be taken back.
///
/// Stored in `.tl/local/last-event`: the path of the tracker on the first line, the numbers of bytes of the item and of what
/// it replaced on the second, then both, and all that was written with the item. It may be lost, so it is not synced to
/// disk.
package struct LoggedEvent: Sendable {
  package var path: VaultPath
  /// The line with its line ending.
  package var item: [UInt8] = []
  /// What stood in its place before, of an event that was ended; empty for a new one.
  package var replaced: [UInt8] = []
  /// The item, and a heading before it if that was written too.
  package var inserted: [UInt8] = []

  package init(path: VaultPath) {
    self.path = path
  }

  /// Nil if there is none, or it cannot be read.
  package init?(of vault: Vault) {
    guard let bytes = try? vault.folder.read(VaultLayout.lastEvent, limit: 1 << 24).bytes else {
      return nil
    }
    let parts = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let path = VaultPath(Array(parts[0])),
      case let counts = parts[1].split(separator: UInt8(ascii: " ")).map({
        Int(String(decoding: $0, as: UTF8.self)) ?? -1
      }), counts.count == 2, counts.allSatisfy({ 0...parts[2].count ~= $0 })
    else { return nil }
    self.path = path
    item = Array(parts[2].prefix(counts[0]))
    replaced = Array(parts[2].dropFirst(counts[0]).prefix(counts[1]))
    inserted = Array(parts[2].dropFirst(counts[0] + counts[1]))
  }

  /// Replaces the stored one.
  package func save(in vault: Vault) throws(StoreError) {
    try vault.folder.makeFolders(VaultLayout.local)
    try AtomicFileWriter(vault.folder).replaceUnsynced(
      VaultLayout.lastEvent,
      path.bytes + Array("\n\(item.count) \(replaced.count)\n".utf8) + item + replaced
        + inserted)
  }

  /// Does nothing if there is none.
  package static func forget(in vault: Vault) {
    try? vault.folder.removeFile(VaultLayout.lastEvent)
  }
}
