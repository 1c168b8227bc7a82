internal import Git
internal import VaultFormat

/// Where the files and trees of a commit go: into files of their own, or into one pack.
struct ObjectSink {
  let blobs: BlobSink
  /// Changes come in byte order of their paths, each path once.
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

/// Where the contents of files go.
struct BlobSink {
  /// Takes the bytes that git keeps and gives their id; one thread at a time.
  let write: ([UInt8]) throws(GitError) -> ObjectID
  /// To be called after the last `write`.
  let flush: () throws(GitError) -> Void
  /// For other threads; nil where there is no pack.
  let pack: PackWriter?
  /// Whether several threads may read: into the pack, or for the ids alone.
  let takesSeveral: Bool

  /// Files of their own, by one thread.
  init(_ repository: Repository) {
    write = { bytes throws(GitError) in try repository.writeBlob(bytes) }
    flush = {}
    pack = nil
    takesSeveral = false
  }

  /// Nowhere: only the ids are wanted.
  init() {
    write = { bytes throws(GitError) in try Repository.blobID(of: bytes) }
    flush = {}
    pack = nil
    takesSeveral = true
  }

  init(_ pack: PackWriter) throws(GitError) {
    let lane = try pack.lane()
    write = { bytes throws(GitError) in try lane.writeBlob(bytes) }
    flush = { () throws(GitError) in try lane.flush() }
    self.pack = pack
    takesSeveral = true
  }
}
