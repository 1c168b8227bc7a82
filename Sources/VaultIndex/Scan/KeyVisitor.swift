internal import VaultFormat

/// Finds the notes that have one of a few keys.
struct KeyVisitor: NoteVisitor {
  let keys: KnownKeySet
  private(set) var numbers: [Int32] = []

  static let needsBody = false

  init(_ keys: KnownKeySet) { self.keys = keys }

  mutating func visit(_ note: ScannedNote) {
    if note.has(keys) { numbers.append(note.number) }
  }
}
