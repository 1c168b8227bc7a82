internal import Synchronization
internal import SystemCalls
package import VaultFormat
package import VaultStore

/// Finds the notes of an index by their paths and names, as links write them.
///
/// Has 16 bytes a note: hashes of names, sorted. Where many notes have one name, as `README.md`, their paths are kept once
/// it was looked for, so that a note with thousands of such links costs no more than one with other links.
package struct NoteNames: Sendable {
  let index: VaultIndex
  private let entries: [(hash: Int, position: VaultIndex.Position)]
  private let kept = Kept()

  /// The notes of names that many have.
  private final class Kept: Sendable {
    let names = Mutex<[NameKey: Namesakes]>([:])
  }

  /// The most notes of one name whose paths are made for each look.
  private static let few = 8

  package init(of index: VaultIndex) {
    self.index = index
    entries = index.positions
      .map { (NameKey(index.name($0)).hashValue, $0) }
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
    let first = entries.partitioningIndex { $0.hash >= hash }
    let notes = entries[first...].prefix { $0.hash == hash }.map(\.position)
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

/// The files of a vault that are not notes, found by their names as links write them (`![[kitchen.jpg]]`).
///
/// Has some 50 bytes and the name for each file, and knows the first million of them.
package struct FileNames: Sendable {
  /// Where the files are.
  package enum Place: Hashable, Sendable {
    /// In folders of notes and other plain folders.
    case plainFolders
    /// In the media folders of notes.
    case mediaFolders
  }

  private let shards: [NameShard]
  /// Sorted by their hashes, then by path: of files with a common name the first that fits is the one, however many
  /// there are.
  private let entries: [Entry]

  private struct Entry {
    /// The hash of the name, ignoring case and normal form.
    var hash: UInt64
    var shard: Int32
    var entry: Int32
  }

  private static let limit = 1_000_000

  /// Walks the vault; folders that cannot be read are left out.
  package init(of vault: Vault, in place: Place, threads: Int) {
    let walk = VaultWalk(
      vault.folder, threads: threads, excluding: vault.configuration.templates)
    let limit = Self.limit / walk.threads
    let shards =
      walk.run { next -> NameShard in
        var shard = NameShard()
        while let batch = next() {
          if place == .plainFolders { shard.enter(batch.folder.path) }
          batch.forEach { name, kind in
            guard shard.entries.count < limit else { return }
            switch (kind, place) {
            case (.file, .plainFolders): shard.add(name, isFolder: false)
            case (.mediaFolder, .mediaFolders): shard.add(filesOf: Array(name), in: batch.folder)
            default: break
            }
          }
        }
        return shard
      }.results
    entries = shards.enumerated().flatMap { number, shard in
      shard.entries.indices.map { index in
        Entry(
          hash: Self.hash(shard.name(of: shard.entries[index])),
          shard: Int32(truncatingIfNeeded: number), entry: Int32(truncatingIfNeeded: index))
      }
    }.sorted { a, b in
      a.hash == b.hash
        ? Self.path(of: a, in: shards) < Self.path(of: b, in: shards) : a.hash < b.hash
    }
    self.shards = shards
  }

  private static func path(of entry: Entry, in shards: [NameShard]) -> VaultPath {
    let shard = shards[Int(entry.shard)]
    return shard.path(of: shard.entries[Int(entry.entry)])
  }

  package var count: Int { entries.count }

  /// The file whose path ends with this one, ignoring case and normal form, as in Obsidian; of several, the one with
  /// the smallest path.
  package func file(endingWith path: VaultPath) -> VaultPath? {
    let hash = Self.hash(path.name)
    let first = entries.partitioningIndex { $0.hash >= hash }
    let wanted = NameKey(path).bytes
    return entries[first...].lazy.prefix { $0.hash == hash }
      .map { Self.path(of: $0, in: shards) }
      .first { file in
        let key = NameKey(file).bytes
        return key == wanted || key.suffix(wanted.count + 1) == [UInt8(ascii: "/")] + wanted
      }
  }

  private static func hash(_ name: ArraySlice<UInt8>) -> UInt64 {
    guard name.allSatisfy({ $0 < 0x80 }) else { return ByteHash(NameKey(name).bytes).value }
    var hash = ByteHash()
    for byte in name { hash.append(byte.asciiLowercased) }
    return hash.value
  }
}

extension NameShard {
  fileprivate mutating func add(filesOf name: [UInt8], in folder: WalkedFolder) {
    enter(folder.path(of: name))
    guard let media = try? folder.descriptor.openFolder(name) else { return }
    try? media.forEachName { name, kind in
      if kind == .file, name.first != UInt8(ascii: ".") { add(name, isFolder: false) }
    }
  }
}
