package import VaultFormat

/// Finds the notes of an index by their paths and names, as links write them.
///
/// Has 16 bytes a note: hashes of names, sorted.
package struct NoteNames: Sendable {
  private let index: VaultIndex
  private let entries: [Entry]

  private struct Entry {
    var hash: Int
    var position: VaultIndex.Position
  }

  package init(of index: VaultIndex) {
    self.index = index
    entries = index.positions
      .map { Entry(hash: Self.hash(index.name($0)), position: $0) }
      .sorted { $0.hash < $1.hash }
  }

  /// The note with exactly this path.
  package func note(at path: VaultPath) -> VaultIndex.Position? {
    notes(named: path.name).first { index.path($0) == path }
  }

  /// The note whose path ends with this one; of several, the one with the smallest path.
  ///
  /// Case and normal form of the last component do not matter, as in Obsidian.
  package func note(endingWith path: VaultPath) -> VaultIndex.Position? {
    let parent = path.parent?.bytes ?? []
    return notes(named: path.name)
      .map { (path: index.path($0), position: $0) }
      .filter { note in
        let folder = note.path.parent?.bytes ?? []
        return parent.isEmpty || folder == parent
          || folder.suffix(parent.count + 1) == [UInt8(ascii: "/")] + parent
      }
      .min { $0.path < $1.path }?.position
  }

  private func notes(named name: ArraySlice<UInt8>) -> [VaultIndex.Position] {
    let hash = Self.hash(name)
    let key = NameKey(name)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return entries[low...].prefix { $0.hash == hash }.map(\.position)
      .filter { NameKey(index.name($0)) == key }
  }

  private static func hash(_ name: ArraySlice<UInt8>) -> Int { NameKey(name).hashValue }
}
