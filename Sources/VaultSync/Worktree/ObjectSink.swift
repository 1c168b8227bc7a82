internal import Git
internal import VaultFormat

/// Writes the files and trees of a commit: as loose objects, or into one pack.
struct ObjectSink {
  let blobs: BlobSink
  /// Changes come in byte order of the paths, each path once.
  let writeTree: (ObjectID?, [(path: VaultPath, entry: TreeEntry?)]) throws(GitError) -> ObjectID

  init(_ repository: Repository) {
    blobs = BlobSink(repository)
    writeTree = { tree, changes throws(GitError) in
      let entries = changes.map { ($0.path, $0.entry) }
      return try repository.writeTree(
        tree, applying: Dictionary(entries, uniquingKeysWith: { first, _ in first }))
    }
  }

  init(_ pack: PackWriter) throws(GitError) {
    blobs = try BlobSink(pack)
    writeTree = { tree, changes throws(GitError) in try pack.writeTree(tree, applying: changes) }
  }
}

/// Writes the contents of files.
struct BlobSink {
  /// Writes the bytes that git stores and returns their id; for one thread at a time.
  let write: ([UInt8]) throws(GitError) -> ObjectID
  /// To be called after the last `write`.
  let flush: () throws(GitError) -> Void
  /// For other threads; nil without a pack.
  let pack: PackWriter?
  /// Whether several threads may read: into the pack, or for ids only.
  let takesSeveral: Bool

  /// Loose objects, from one thread.
  init(_ repository: Repository) {
    write = { bytes throws(GitError) in try repository.writeBlob(bytes) }
    flush = {}
    pack = nil
    takesSeveral = false
  }

  /// Writes nothing, and returns ids only.
  init() {
    write = { bytes throws(GitError) in try Repository.blobID(of: bytes) }
    flush = {}
    pack = nil
    takesSeveral = true
  }

  init(_ pack: PackWriter) throws(GitError) {
    let buffer = try pack.buffer()
    write = { bytes throws(GitError) in try buffer.writeBlob(bytes) }
    flush = { () throws(GitError) in try buffer.flush() }
    self.pack = pack
    takesSeveral = true
  }
}
