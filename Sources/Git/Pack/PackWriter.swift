internal import CGit2
internal import Synchronization
internal import SystemCalls
package import VaultFormat

/// Writes many objects as one pack instead of a file for each, on several threads: gitformat-pack.
///
/// Each thread has a `PackLane` of its own. Nothing is compared with other objects, which is what
/// takes long; git does so when it packs anew. Objects that the repository holds already are left
/// out, and so is all but the first of equal ones. No other program sees the objects before
/// `withPack` has ended.
package final class PackWriter: @unchecked Sendable {
  /// Lent to one thread at a time: libgit2's objects may be asked by several, `Repository` not.
  private let repository: Repository
  private let objects: OpaquePointer
  private let folder: SystemFolder
  private let draft: SharedTemporaryFile
  private let state = Mutex(State())
  /// Of zlib.
  let level: Int32

  private struct State: Sendable {
    /// Where the next entry begins.
    var end: Int64 = 12
    var records: [PackIndex.Record] = []
    /// Those that are in the pack, or that a lane has yet to put there.
    var ids: Set<ObjectID> = []
  }

  static let operation = "write a pack of objects"
  // What git takes for leftovers when it cleans up begins with `tmp_`.
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
    draft = try naming(Self.operation) { () throws(SystemError) in
      try folder.make()
      return try SharedTemporaryFile(prefix: Self.draftPrefix, in: folder)
    }
  }

  /// As git's settings say, else that with which git writes objects when it makes a commit.
  ///
  /// For texts the latter takes three quarters of the time of zlib's own choice and gives packs a twentieth
  /// larger.
  private static func level(of repository: Repository) throws(GitError) -> Int32 {
    let settings = try repository.configuration()
    for name in ["pack.compression", "core.compression"] {
      guard let level = try settings.integer(name) else { continue }
      return (-1...9).contains(level) ? Int32(level) : -1
    }
    return 1
  }

  /// What one thread writes; all lanes are to be flushed before `withPack` ends.
  package func lane() throws(GitError) -> PackLane {
    try PackLane(of: self)
  }

  /// As that of `Repository`; blobs of the pack count as there.
  ///
  /// - Parameter changes: in byte order of their paths, each path once.
  package func writeTree(
    _ tree: ObjectID?, applying changes: [(path: VaultPath, entry: TreeEntry?)]
  ) throws(GitError) -> ObjectID {
    let lane = try lane()
    let written = try repository.writeTree(
      tree, applying: changes,
      in: TreeStore(
        holds: { self.holds($0) },
        write: { bytes throws(GitError) in try lane.write(.tree, bytes) }))
    try lane.flush()
    return written
  }
}

// MARK: - What the lanes ask for

extension PackWriter {
  private func holds(_ id: ObjectID) -> Bool {
    state.withLock { $0.ids.contains(id) } || isInRepository(id)
  }

  private func isInRepository(_ id: ObjectID) -> Bool {
    var gitID = id.gitID
    return git_odb_exists_ext(objects, &gitID, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
  }

  /// Whether the object is still to be written; asked once, it has to be.
  func claim(_ id: ObjectID) -> Bool {
    state.withLock { $0.ids.insert(id).inserted } && !isInRepository(id)
  }

  /// Puts entries behind those that are there.
  ///
  /// - Parameter records: their offsets count from the beginning of `bytes`.
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

  /// Has `body` write one entry of a size that nobody knows yet, from the offset that it is given;
  /// all others wait.
  ///
  /// - Parameter body: gives back where it ended and the checksum of what it wrote.
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
    try naming(Self.operation) { () throws(SystemError) in try draft.write(bytes, at: offset) }
  }
}

// MARK: - Finishing

extension PackWriter {
  /// Puts the pack and its index into their places; leaves nothing where nothing was written.
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
    try naming(Self.operation) { () throws(SystemError) in
      let indexDraft = try SharedTemporaryFile(prefix: Self.indexPrefix, in: folder)
      try index.withRaw { bytes throws(SystemError) in try indexDraft.write(bytes, at: 0) }
      try draft.sync()
      try indexDraft.sync()
      // Git looks for packs by their indexes.
      let name = ObjectID(hash).map { "pack-\($0)" } ?? "pack"
      try draft.publish(as: "\(name).pack")
      try indexDraft.publish(as: "\(name).idx")
      // Some file systems cannot sync a folder.
      try? folder.sync(".")
    }
    try check(git_odb_refresh(objects), Self.operation)
  }

  /// The number of objects stands in front and is known last, so all is hashed at the end.
  private func hashed(upTo end: Int64) throws(GitError) -> [UInt8] {
    try naming(Self.operation) { () throws(SystemError) in
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
  /// Runs `body` with a writer whose objects go into one pack, which is on the disk when this
  /// returns; no reference is moved.
  ///
  /// When `body` throws, or the process is ended, nothing of it is there for git.
  package func withPack<Result>(_ body: (PackWriter) throws -> Result) throws -> Result {
    let writer = try PackWriter(self)
    let result = try body(writer)
    try writer.finish()
    return result
  }
}
