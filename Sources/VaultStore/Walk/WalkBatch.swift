/// Names of one folder, for one thread.
package struct WalkBatch: Sendable {
  package let folder: WalkedFolder
  /// All names of the folder, each followed by NUL.
  let names: [UInt8]
  let entries: ArraySlice<Entry>

  struct Entry: Sendable {
    var start: Int32
    var count: Int32
    var kind: WalkedKind

    /// The entry's name in `names`, those of its folder.
    func name(in names: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: names[Int(start)..<Int(start + count)])
    }
  }

  package var count: Int { entries.count }

  /// Calls `body` for each name; the bytes are valid during the call and end with NUL.
  package func forEach(_ body: (UnsafeBufferPointer<UInt8>, WalkedKind) -> Void) {
    names.withUnsafeBufferPointer { names in
      for entry in entries { body(entry.name(in: names), entry.kind) }
    }
  }
}

extension WalkBatch {
  /// One note.
  package init(ofNote name: some Collection<UInt8>, hasMediaFolder: Bool, in folder: WalkedFolder) {
    self.folder = folder
    names = Array(name) + [0]
    entries = [
      Entry(
        start: 0, count: Int32(clamping: name.count), kind: .note(hasMediaFolder: hasMediaFolder))
    ]
  }
}
