internal import CGit2
package import VaultFormat

/// Writes many objects as a few packs instead of a file for each: an import of 100,000 notes takes
/// a third of the time, and a fifth of the room.
///
/// Objects are kept in memory until there are enough for a pack. They can be named by others at
/// once, but are on the disk for sure only when `withPack` has ended.
package final class PackWriter {
  private let packing: Packing
  private let original: Repository
  /// Keeps what is written in memory; freed with the objects of `packing`.
  private let memory: UnsafeMutablePointer<git_odb_backend>

  /// Objects to a pack.
  private let slice: Int
  /// Bytes to a pack, for media.
  private static let sliceBytes = 256 << 20
  private var pendingBytes = 0

  fileprivate init(_ repository: Repository, slice: Int) throws(GitError) {
    // The least that the library takes; an object of that size is too small to be compared.
    let packing = try Packing(of: repository, deltaLimit: 51)
    let operation = "collect objects for a pack"
    var made: UnsafeMutablePointer<git_odb_backend>?
    try check(git_mempack_new(&made), operation)
    guard let made else {
      throw GitError(.other, operation: operation, message: "libgit2 made nothing")
    }
    // Asked before all others.
    try check(git_odb_add_backend(try packing.repository.objects(), made, 999), operation)
    packing.repository.written = []
    self.packing = packing
    memory = made
    original = repository
    self.slice = slice
  }

  package func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    pendingBytes += bytes.count
    let id = try packing.repository.writeBlob(bytes)
    try flushIfFull()
    return id
  }

  /// As that of `Repository`.
  package func writeTree(
    _ tree: ObjectID?, applying changes: [VaultPath: TreeEntry?]
  ) throws(GitError) -> ObjectID {
    try packing.repository.writeTree(tree, applying: changes)
  }

  /// As that of `Repository`.
  package func writeCommit(
    tree: ObjectID, parents: [ObjectID], author: Person, committer: Person, message: String
  ) throws(GitError) -> ObjectID {
    try packing.repository.writeCommit(
      tree: tree, parents: parents, author: author, committer: committer, message: message)
  }

  private func flushIfFull() throws(GitError) {
    let count = packing.repository.written?.count ?? 0
    if count >= slice || pendingBytes >= Self.sliceBytes { try flush() }
  }

  fileprivate func flush() throws(GitError) {
    let objects = try original.objects()
    let new = (packing.repository.written ?? []).filter { id in
      var gitID = id.gitID
      return git_odb_exists_ext(objects, &gitID, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 0
    }
    if !new.isEmpty { _ = try packing.write(new) }
    try check(git_mempack_reset(memory), "write a pack of objects")
    packing.repository.written = []
    pendingBytes = 0
    try check(git_odb_refresh(objects), "write a pack of objects")
  }
}

extension Repository {
  /// Runs `body` with a writer whose objects go into packs, all of them on the disk when this
  /// returns; no reference is moved.
  ///
  /// When `body` throws, what was not packed yet is forgotten.
  ///
  /// - Parameter slice: objects to a pack; 20,000 notes are some 70 MB of memory.
  package func withPack<Result>(
    slice: Int = 20_000, _ body: (PackWriter) throws -> Result
  ) throws -> Result {
    let writer = try PackWriter(self, slice: slice)
    let result = try body(writer)
    try writer.flush()
    return result
  }
}
