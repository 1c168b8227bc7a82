internal import CGit2

extension Repository {
  /// The default limit of bytes read into memory: more than hosting services accept.
  package static let largestBlob = 1 << 30

  /// The content of a blob.
  ///
  /// - Throws: `.missing`; `.tooLarge` for more than `limit` bytes; `.damaged` if it is not a blob.
  package func blob(_ id: ObjectID, limit: Int = largestBlob) throws(GitError) -> [UInt8] {
    let operation = "read a file's content"
    guard try blobSize(id) <= Int64(limit) else {
      throw GitError(.tooLarge, operation: operation, message: "\(id) has over \(limit) bytes")
    }
    return try objectContent(id, operation)
  }

  /// The bytes of an object of any type.
  func objectContent(_ id: ObjectID, _ operation: String) throws(GitError) -> [UInt8] {
    var gitID = id.gitID
    let objects = try objects()
    let object = try GitHandle(operation, free: git_odb_object_free) {
      git_odb_read($0, objects, &gitID)
    }
    return Array(
      UnsafeRawBufferPointer(
        start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer)))
  }

  /// The size of the blob in bytes; its content is not read.
  package func blobSize(_ id: ObjectID) throws(GitError) -> Int64 {
    let operation = "read a file's size"
    var gitID = id.gitID
    var size = 0
    var type = GIT_OBJECT_INVALID
    try check(git_odb_read_header(&size, &type, try objects(), &gitID), operation)
    guard type == GIT_OBJECT_BLOB else {
      throw GitError(.damaged, operation: operation, message: "\(id) is not a blob")
    }
    return Int64(size)
  }

  /// Whether the repository has the object, of any type.
  package func contains(_ id: ObjectID) throws(GitError) -> Bool {
    var gitID = id.gitID
    return git_odb_exists(try objects(), &gitID) == 1
  }

  /// Writes a blob without filters or conversion of line ends.
  package func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    try writeObject(bytes, GIT_OBJECT_BLOB, "write a file's content")
  }

  func writeObject(
    _ bytes: [UInt8], _ type: git_object_t, _ operation: String
  ) throws(GitError) -> ObjectID {
    var id = git_oid()
    try check(git_odb_write(&id, try objects(), bytes, bytes.count, type), operation)
    return ObjectID(id)
  }

  /// The id of a blob of these bytes; writes nothing.
  ///
  /// - Throws: for bytes of a SHA-1 collision attack.
  package static func blobID(of bytes: UnsafeRawBufferPointer) throws(GitError) -> ObjectID {
    try GitLibrary.start()
    var id = git_oid()
    try check(
      git_odb_hash(&id, bytes.baseAddress, bytes.count, GIT_OBJECT_BLOB), "hash a file's content")
    return ObjectID(id)
  }

  package static func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    try bytes.withRaw { bytes throws(GitError) in try blobID(of: bytes) }
  }

  /// The id of a blob of these bytes.
  ///
  /// If libgit2 fails, the zero id, which no object has.
  package static func idOfBlob(_ bytes: [UInt8]) -> ObjectID {
    (try? blobID(of: bytes)) ?? ObjectID(git_oid())
  }

  /// Another handle of this repository that keeps written objects in memory; only the handle sees them.
  ///
  /// References and the index are those on disk and must not be written through it.
  package func keepingObjectsInMemory() throws(GitError) -> Repository {
    let operation = "keep objects in memory"
    let other = try reopened()
    var made: UnsafeMutablePointer<git_odb_backend>?
    try check(git_mempack_new(&made), operation)
    guard let made else {
      throw GitError(.other, operation: operation, message: "libgit2 returned nothing")
    }
    // Has the highest priority; freed with the object database.
    try check(git_odb_add_backend(try other.objects(), made, 999), operation)
    return other
  }
}
