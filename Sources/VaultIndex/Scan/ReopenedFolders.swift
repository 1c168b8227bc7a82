internal import VaultFormat
internal import VaultStore

/// The folders of an index in which one thread reads notes again.
struct ReopenedFolders {
  private let root: VaultFolder
  private let index: VaultIndex
  /// Those opened lately; nil for one that cannot be opened.
  private var folders: [Key: WalkedFolder?] = [:]

  private struct Key: Hashable {
    var shard: Int32
    var folder: Int32
  }

  /// Open at once.
  private static let limit = 64

  init(_ root: VaultFolder, _ index: VaultIndex) { (self.root, self.index) = (root, index) }

  /// The note as a walk would meet it; nil if its folder cannot be opened.
  mutating func batch(ofNoteAt position: VaultIndex.Position) -> WalkBatch? {
    let note = index[position]
    guard let folder = folder(Key(shard: position.shard, folder: note.folder)) else { return nil }
    return WalkBatch(
      ofNote: index.name(position), hasMediaFolder: note.flags.contains(.hasMediaFolder), in: folder
    )
  }

  private mutating func folder(_ key: Key) -> WalkedFolder? {
    if let known = folders[key] { return known }
    if folders.count >= Self.limit { folders = [:] }
    let path = index.shards[Int(key.shard)].folders[Int(key.folder)]
    let opened = WalkedFolder(opening: path, of: root)
    folders[key] = .some(opened)
    return opened
  }
}
