/// The names of one folder.
struct SortedFolder {
  /// Each followed by NUL.
  var names: [UInt8] = []
  var entries: [WalkBatch.Entry] = []
  var folders: [WalkedSubfolder] = []

  mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ kind: WalkedKind) {
    entries.append(
      WalkBatch.Entry(
        start: Int32(truncatingIfNeeded: names.count), count: Int32(truncatingIfNeeded: name.count),
        kind: kind))
    names.append(contentsOf: name)
    names.append(0)
  }
}

/// A subfolder to walk.
struct WalkedSubfolder: Sendable {
  var name: [UInt8]
  var isIgnored = false
}
