internal import CGit2
package import VaultFormat

extension Repository {
  /// The most bytes that are taken into memory where the caller sets no limit: beyond what any
  /// hosting service takes.
  package static let largestBlob = 1 << 30

  /// The content of a file as git keeps it.
  ///
  /// - Throws: `.missing`; `.tooLarge` for more than `limit` bytes; `.damaged` for what is no blob.
  package func blob(_ id: ObjectID, limit: Int = largestBlob) throws(GitError) -> [UInt8] {
    let operation = "read a file's content"
    guard try blobSize(id) <= Int64(limit) else {
      throw GitError(.tooLarge, operation: operation, message: "\(id) has over \(limit) bytes")
    }
    var gitID = id.gitID
    let objects = try objects()
    let object = try GitHandle(operation, free: git_odb_object_free) {
      git_odb_read($0, objects, &gitID)
    }
    return Array(
      UnsafeRawBufferPointer(
        start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer)))
  }

  /// In bytes; the content is not read.
  package func blobSize(_ id: ObjectID) throws(GitError) -> Int64 {
    let operation = "read a file's size"
    var gitID = id.gitID
    var size = 0
    var type = GIT_OBJECT_INVALID
    try check(git_odb_read_header(&size, &type, try objects(), &gitID), operation)
    guard type == GIT_OBJECT_BLOB else {
      throw GitError(.damaged, operation: operation, message: "\(id) is no file's content")
    }
    return Int64(size)
  }

  /// Whether the repository holds the object, of whatever kind.
  package func contains(_ id: ObjectID) throws(GitError) -> Bool {
    var gitID = id.gitID
    return git_odb_exists(try objects(), &gitID) == 1
  }

  /// Writes the bytes as they are: no filter, no change of line ends.
  package func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    var id = git_oid()
    try check(
      git_odb_write(&id, try objects(), bytes, bytes.count, GIT_OBJECT_BLOB),
      "write a file's content")
    return ObjectID(id)
  }

  /// Writes the content of a file of the work tree, with the line ends that git would give it.
  ///
  /// Does what the attributes `text`, `eol`, `crlf` and `ident` and the setting `core.autocrlf`
  /// ask for. Programs that `filter` names are not run, `working-tree-encoding` is not heeded: see
  /// `filterNeed(of:)`. Follows links and waits for a FIFO: to be called for regular files only.
  package func blobFromWorktree(_ path: VaultPath) throws(GitError) -> ObjectID {
    var id = git_oid()
    let status = withCString(gitPath(path)) { git_blob_create_from_workdir(&id, handle, $0) }
    try check(status, "write a file's content")
    return ObjectID(id)
  }

  /// The id that these bytes have as a blob; nothing is written.
  ///
  /// - Throws: for bytes that were made to collide with others in SHA-1.
  package static func blobID(of bytes: UnsafeRawBufferPointer) throws(GitError) -> ObjectID {
    try GitLibrary.start()
    var id = git_oid()
    try check(
      git_odb_hash(&id, bytes.baseAddress, bytes.count, GIT_OBJECT_BLOB), "hash a file's content")
    return ObjectID(id)
  }

  package static func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    let outcome: Result<ObjectID, GitError> = bytes.withUnsafeBytes { buffer in
      do throws(GitError) {
        return .success(try blobID(of: buffer))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// The id of a blob of these bytes.
  ///
  /// Bytes in memory have one; should libgit2 fail, that of no object, which nothing can be written under.
  package static func idOfBlob(_ bytes: [UInt8]) -> ObjectID {
    (try? blobID(of: bytes)) ?? ObjectID(git_oid())
  }
}
