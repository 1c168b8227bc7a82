internal import System

/// Git's lock on the index, and the new index that takes its place while the lock is held.
///
/// The lock is taken before the index is read: otherwise what another program adds between reading
/// and writing would be lost.
struct IndexLock {
  static let operation = "change git's index"

  private let folder: SystemFolder
  private static let lock = "index.lock"
  private static let copy = "tl-index"
  private static let draft = "tl-index-lock"
  /// What stands in the lock while tl holds it; git's own locks hold an index, or nothing yet.
  private static let mark = Array("tl\n".utf8)

  /// Takes the lock.
  ///
  /// - Throws: `.locked` when it is taken.
  init(in gitFolder: String) throws(GitError) {
    folder = SystemFolder(path: gitFolder)
    do throws(SystemError) {
      try Self.take(in: folder)
    } catch {
      guard error.isTaken else { throw GitError(error, operation: Self.operation) }
      throw Self.taken(in: folder)
    }
  }

  private static func taken(in folder: SystemFolder) -> GitError {
    GitError(
      .locked, operation: operation,
      message: "another program is changing it, or was ended while it did: "
        + folder.path(of: lock))
  }

  /// - Throws: `.locked` when it is taken at this moment.
  static func checkFree(in gitFolder: String) throws(GitError) {
    let folder = SystemFolder(path: gitFolder)
    let found = try naming(operation) { () throws(SystemError) in try folder.content(of: lock) }
    if found != nil { throw taken(in: folder) }
  }

  /// Makes the lock with its mark in it, so that one without is surely another program's.
  private static func take(in folder: SystemFolder) throws(SystemError) {
    try folder.remove(draft)
    try folder.create(draft, content: mark)
    defer { try? folder.remove(draft) }
    do throws(SystemError) {
      try folder.addName(lock, to: draft)
    } catch {
      guard !error.isTaken else { throw error }
      // The file system knows one name for a file.
      try folder.create(lock, content: mark)
    }
  }

  /// Begins a new index beside the old one.
  func startIndex(with bytes: [UInt8]) throws(GitError) {
    try naming(Self.operation) { () throws(SystemError) in
      // Left by a run that was ended.
      try folder.remove(Self.copy)
      try folder.create(Self.copy, content: bytes)
    }
  }

  /// Completes the index that was begun, and puts it into the place of the old one in one step.
  func replaceIndex(endingWith bytes: [UInt8]) throws(GitError) {
    try naming(Self.operation) { () throws(SystemError) in
      // A crash of the machine could leave an empty index otherwise.
      try folder.append(bytes, to: Self.copy)
      try folder.move(Self.copy, to: "index")
    }
  }

  /// Nothing can be done about a lock that cannot be removed; the next change will say so.
  func release() {
    try? folder.remove(Self.copy)
    try? folder.remove(Self.lock)
  }

  /// Removes a lock that tl left when it was ended, and the copy with it.
  ///
  /// To be called only when no other tl can be at work.
  /// - Returns: whether there was one; a lock of git's is left alone.
  static func removeAbandoned(in gitFolder: String) throws(GitError) -> Bool {
    let folder = SystemFolder(path: gitFolder)
    return try naming(operation) { () throws(SystemError) in
      try folder.remove(draft)
      guard let lock = try folder.content(of: Self.lock), lock.bytes == mark else { return false }
      for name in [copy, Self.lock] { try folder.remove(name) }
      return true
    }
  }
}
