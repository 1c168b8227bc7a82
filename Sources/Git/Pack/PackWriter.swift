internal import CGit2
internal import Synchronization
internal import SystemCalls
package import VaultFormat

/// Writes many objects as one pack (gitformat-pack(5)) instead of loose ones, on several threads.
///
/// Each thread has its own `PackBuffer`. Makes no deltas, which take most of the time; git makes them when it repacks.
/// Skips objects that the repository has, and duplicates. Other programs see the objects only after `withPack`.
package final class PackWriter: @unchecked Sendable {
  /// The repository, for one thread at a time; libgit2's object database is thread-safe.
  private let repository: Repository
  private let objects: OpaquePointer
  private let folder: SystemFolder
  private let draft: SharedTemporaryFile
  private let state = Mutex(State())
  let level: Int32

  private struct State: Sendable {
    /// The offset of the next entry.
    var end: Int64 = 12
    var records: [PackIndex.Record] = []
    /// The ids of the objects in the pack and in the threads' buffers.
    var ids: Set<ObjectID> = []
  }

  static let operation = "write a pack of objects"
  // Git removes files with the prefix `tmp_` when it cleans up.
  private static let draftPrefix = "tmp_pack_tl-"
  private static let indexPrefix = "tmp_idx_tl-"

  fileprivate init(_ repository: Repository) throws(GitError) {
    self.repository = repository
    objects = try repository.objects()
    level = try Self.level(of: repository)
    let folder = SystemFolder(path: repository.commonFolder + "objects/pack")
    self.folder = folder
    SharedTemporaryFile.removeAbandoned(prefix: Self.draftPrefix, in: folder)
    SharedTemporaryFile.removeAbandoned(prefix: Self.indexPrefix, in: folder)
    draft = try asGitError(Self.operation) { () throws(SystemError) in
      try folder.make()
      return try SharedTemporaryFile(prefix: Self.draftPrefix, in: folder)
    }
  }

  /// From git's settings, or else 1, with which git writes loose objects.
  ///
  /// For texts it takes three quarters of the time of zlib's default, and the packs are 5 % larger.
  private static func level(of repository: Repository) throws(GitError) -> Int32 {
    let settings = try repository.configuration()
    for name in ["pack.compression", "core.compression"] {
      guard let level = try settings.integer(name) else { continue }
      return (-1...9).contains(level) ? Int32(level) : -1
    }
    return 1
  }

  /// A buffer for one thread, which flushes it before `withPack` ends.
  package func buffer() throws(GitError) -> PackBuffer {
    try PackBuffer(of: self)
  }

  /// Like that of `Repository`; the blobs may be in the pack.
  ///
  /// - Parameter changes: in byte order of the paths, each path once.
  package func writeTree(
    _ tree: ObjectID?, applying changes: [(path: VaultPath, entry: TreeEntry?)]
  ) throws(GitError) -> ObjectID {
    let buffer = try buffer()
    let written = try repository.writeTree(
      tree, applying: changes,
      in: TreeStore(
        holds: { self.holds($0) },
        write: { bytes throws(GitError) in try buffer.write(.tree, bytes) }))
    try buffer.flush()
    return written
  }
}

// MARK: - For buffers

extension PackWriter {
  private func holds(_ id: ObjectID) -> Bool {
    state.withLock { $0.ids.contains(id) } || isInRepository(id)
  }

  private func isInRepository(_ id: ObjectID) -> Bool {
    var gitID = id.gitID
    return git_odb_exists_ext(objects, &gitID, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
  }

  /// Whether the caller has to write the object; true only once per object.
  func claim(_ id: ObjectID) -> Bool {
    state.withLock { $0.ids.insert(id).inserted } && !isInRepository(id)
  }

  /// Appends entries.
  ///
  /// - Parameter records: with offsets in `bytes`.
  func append(
    _ bytes: UnsafeRawBufferPointer, _ records: [PackIndex.Record]
  ) throws(GitError) {
    let start = state.withLock { state in
      let start = state.end
      state.end += Int64(bytes.count)
      for var record in records {
        record.offset += start
        state.records.append(record)
      }
      return start
    }
    try write(bytes, at: start)
  }

  /// Appends one entry of unknown size while all other threads wait.
  ///
  /// - Parameter body: writes the entry from the given offset on, and returns its end and CRC-32.
  func append(
    _ id: ObjectID, _ body: (Int64) throws(GitError) -> (end: Int64, checksum: UInt32)
  ) throws(GitError) {
    try state.withLock { state throws(GitError) in
      let (end, checksum) = try body(state.end)
      state.records.append(PackIndex.Record(id: id, offset: state.end, checksum: checksum))
      state.end = end
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(GitError) {
    try asGitError(Self.operation) { () throws(SystemError) in try draft.write(bytes, at: offset) }
  }
}

// MARK: - Finishing

extension PackWriter {
  /// Publishes the pack and its index; does nothing if no object was written.
  fileprivate func finish() throws(GitError) {
    let (end, records) = state.withLock { ($0.end, $0.records) }
    guard !records.isEmpty else { return }
    guard let count = UInt32(exactly: records.count) else {
      throw GitError(.tooLarge, operation: Self.operation, message: "too many objects for one pack")
    }
    var header = Array("PACK".utf8)
    header.append(bigEndian: UInt32(2))
    header.append(bigEndian: count)
    try header.withRaw { bytes throws(GitError) in try write(bytes, at: 0) }
    let hash = try hashed(upTo: end)
    try hash.withRaw { bytes throws(GitError) in try write(bytes, at: end) }
    let index = PackIndex.bytes(of: records, pack: hash)
    try asGitError(Self.operation) { () throws(SystemError) in
      let indexDraft = try SharedTemporaryFile(prefix: Self.indexPrefix, in: folder)
      try index.withRaw { bytes throws(SystemError) in try indexDraft.write(bytes, at: 0) }
      try draft.sync()
      try indexDraft.sync()
      // Git finds packs by their indexes, so the index comes last.
      let name = ObjectID(hash).map { "pack-\($0)" } ?? "pack"
      try draft.publish(as: "\(name).pack")
      try indexDraft.publish(as: "\(name).idx")
      // Some file systems cannot sync a folder.
      try? folder.sync(".")
    }
    try check(git_odb_refresh(objects), Self.operation)
  }

  /// Read back at the end: the header has the number of objects, which is known last.
  private func hashed(upTo end: Int64) throws(GitError) -> [UInt8] {
    try asGitError(Self.operation) { () throws(SystemError) in
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
      defer { room.deallocate() }
      var hash = SHA1()
      var offset: Int64 = 0
      while offset < end {
        let part = UnsafeMutableRawBufferPointer(
          rebasing: room.prefix(Int(min(end - offset, 1 << 20))))
        let count = try draft.read(into: part, at: offset)
        guard count > 0 else { break }
        hash.update(UnsafeRawBufferPointer(rebasing: part.prefix(count)))
        offset += Int64(count)
      }
      return hash.finish()
    }
  }
}

extension Repository {
  /// Runs `body` with a writer for one pack, which is on disk afterwards; moves no reference.
  ///
  /// If `body` throws or the process is killed, git sees no pack.
  package func withPack<Result>(_ body: (PackWriter) throws -> Result) throws -> Result {
    let writer = try PackWriter(self)
    let result = try body(writer)
    try writer.finish()
    return result
  }
}
