internal import Synchronization
package import VaultFormat

/// Finds the notes of an index by their paths and names, as links write them.
///
/// Has 16 bytes a note: hashes of names, sorted. Where many notes have one name, as `README.md`, their paths are kept once
/// it was looked for, so that a note with thousands of such links costs no more than one with other links.
package struct NoteNames: Sendable {
  let index: VaultIndex
  private let entries: [Entry]
  private let kept = Kept()

  private struct Entry {
    var hash: Int
    var position: VaultIndex.Position
  }

  /// The notes of names that many have.
  private final class Kept: Sendable {
    let names = Mutex<[NameKey: Namesakes]>([:])
  }

  /// The most notes of one name whose paths are made for each look.
  private static let few = 8

  package init(of index: VaultIndex) {
    self.index = index
    entries = index.positions
      .map { Entry(hash: NameKey(index.name($0)).hashValue, position: $0) }
      .sorted { $0.hash < $1.hash }
  }

  /// The note with exactly this path.
  package func note(at path: VaultPath) -> VaultIndex.Position? {
    notes(named: path.name).byPath[path]
  }

  /// The note whose path ends with this one; of several, the one with the smallest path.
  ///
  /// Case and normal form of the last component do not matter, as in Obsidian. More than 32 folders have to be all of
  /// the note's path.
  package func note(endingWith path: VaultPath) -> VaultIndex.Position? {
    let notes = notes(named: path.name)
    guard let folders = path.parent else { return notes.first }
    return notes.byFolders[folders]
  }

  private func notes(named name: ArraySlice<UInt8>) -> Namesakes {
    let key = NameKey(name)
    if let known = kept.names.withLock({ $0[key] }) { return known }
    let hash = key.hashValue
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    let notes = entries[low...].prefix { $0.hash == hash }.map(\.position)
      .filter { NameKey(index.name($0)) == key }
    let found = Namesakes(notes, of: index)
    if notes.count > Self.few { kept.names.withLock { $0[key] = found } }
    return found
  }
}

/// The notes of one name.
private struct Namesakes: Sendable {
  /// That with the smallest path.
  private(set) var first: VaultIndex.Position?
  private(set) var byPath: [VaultPath: VaultIndex.Position] = [:]
  /// By the last folders of its path, or all of them: of several notes, the one with the smallest path.
  private(set) var byFolders: [VaultPath: VaultIndex.Position] = [:]

  private static let mostFolders = 32

  init(_ notes: [VaultIndex.Position], of index: VaultIndex) {
    let notes = notes.map { (path: index.path($0), position: $0) }.sorted { $0.path < $1.path }
    first = notes.first?.position
    for note in notes {
      byPath[note.path] = note.position
      guard let folder = note.path.parent else { continue }
      for end in Self.ends(of: folder) where byFolders[end] == nil {
        byFolders[end] = note.position
      }
    }
  }

  private static func ends(of folder: VaultPath) -> [VaultPath] {
    let bytes = folder.bytes
    let slashes = bytes.indices.reversed().filter { bytes[$0] == UInt8(ascii: "/") }
    return [folder]
      + slashes.prefix(mostFolders).map { VaultPath(in: nil, named: bytes[($0 + 1)...]) }
  }
}
