internal import VaultFormat

/// The names that one thread found, folder by folder.
struct NameShard: Sendable {
  private(set) var folders: [Folder] = []
  private(set) var entries: [Entry] = []
  private var arena: [UInt8] = []

  struct Folder: Sendable {
    /// Nil for the root.
    var path: VaultPath?
    /// The hash of the path with a slash after it.
    var hash: ByteHash
  }

  struct Entry: Sendable {
    var folder: Int32
    var name: ArenaRange
    var isFolder: Bool
    /// The hash of the whole path.
    var pathHash: UInt64
    /// The hash of the folder and the `NameKey` of the name: equal for names that clash.
    var keyHash: UInt64
  }

  /// Sets the folder of the names that are added next.
  mutating func enter(_ folder: VaultPath?) {
    var hash = ByteHash()
    if let folder {
      hash.append(folder.bytes)
      hash.append(UInt8(ascii: "/"))
    }
    folders.append(Folder(path: folder, hash: hash))
  }

  mutating func add(_ name: UnsafeBufferPointer<UInt8>, isFolder: Bool) {
    guard let folder = folders.last, let place = arena.store(name) else { return }
    var pathHash = folder.hash
    pathHash.append(name)
    var keyHash = folder.hash
    if name.isASCII {
      for byte in name { keyHash.append(byte.asciiLowercased) }
    } else {
      keyHash.append(NameKey(name).bytes)
    }
    entries.append(
      Entry(
        folder: Int32(truncatingIfNeeded: folders.count - 1), name: place, isFolder: isFolder,
        pathHash: pathHash.value, keyHash: keyHash.value))
  }

  func name(of entry: Entry) -> ArraySlice<UInt8> { arena[entry.name.range] }

  func folder(of entry: Entry) -> Folder { folders[Int(entry.folder)] }

  func path(of entry: Entry) -> VaultPath {
    VaultPath(in: folder(of: entry).path, named: name(of: entry))
  }
}

extension UnsafeBufferPointer<UInt8> {
  var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}

/// An incremental FNV-1a hash: the hash of a path continues that of its folder.
struct ByteHash: Hashable, Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(_ bytes: some Sequence<UInt8>) {
    append(bytes)
  }

  mutating func append(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { append(byte) }
  }
}
