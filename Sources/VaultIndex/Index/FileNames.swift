internal import SystemCalls
package import VaultFormat
package import VaultStore

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
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    let wanted = NameKey(path).bytes
    return entries[low...].lazy.prefix { $0.hash == hash }
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
