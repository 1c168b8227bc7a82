internal import SystemCalls

/// Git's lock on the index, and the new index that replaces the old one while the lock is held.
///
/// The lock is taken before the index is read: otherwise another program's changes between reading and writing would be
/// lost.
struct IndexLock {
  static let operation = "change git's index"

  private let folder: SystemFolder
  private static let lock = "index.lock"
  private static let copy = "tl-index"
  private static let draft = "tl-index-lock"
  /// The content of the lock file while tl holds it; a lock of git is empty or has an index.
  private static let mark = Array("tl\n".utf8)

  /// Takes the lock.
  ///
  /// - Throws: `.locked` if another program holds it.
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
      message: "another program is changing it, or was killed: "
        + folder.path(of: lock))
  }

  /// - Throws: `.locked` if another program holds the lock now.
  static func checkFree(in gitFolder: String) throws(GitError) {
    let folder = SystemFolder(path: gitFolder)
    let found = try asGitError(operation) { () throws(SystemError) in try folder.content(of: lock) }
    if found != nil { throw taken(in: folder) }
  }

  /// Creates the lock with its mark, so that a lock without it is another program's.
  private static func take(in folder: SystemFolder) throws(SystemError) {
    try folder.remove(draft)
    try folder.create(draft, content: mark)
    defer { try? folder.remove(draft) }
    do throws(SystemError) {
      try folder.addName(lock, to: draft)
    } catch {
      guard !error.isTaken else { throw error }
      // The file system does not support hard links.
      try folder.create(lock, content: mark)
    }
  }

  /// Starts a new index beside the old one.
  func startIndex(with bytes: [UInt8]) throws(GitError) {
    try asGitError(Self.operation) { () throws(SystemError) in
      // Left by a run that was killed.
      try folder.remove(Self.copy)
      try folder.create(Self.copy, content: bytes)
    }
  }

  /// Completes the new index and replaces the old one in one step.
  func replaceIndex(endingWith bytes: [UInt8]) throws(GitError) {
    try asGitError(Self.operation) { () throws(SystemError) in
      // A crash of the machine could leave an empty index otherwise.
      try folder.append(bytes, to: Self.copy)
      try folder.move(Self.copy, to: "index")
    }
  }

  /// A lock that cannot be removed is reported by the next change.
  func release() {
    try? folder.remove(Self.copy)
    try? folder.remove(Self.lock)
  }

  /// Removes a lock that a killed tl left, and its new index.
  ///
  /// To be called only when no other tl can be running.
  /// - Returns: whether there was one; a lock of git is kept.
  static func removeAbandoned(in gitFolder: String) throws(GitError) -> Bool {
    let folder = SystemFolder(path: gitFolder)
    return try asGitError(operation) { () throws(SystemError) in
      try folder.remove(draft)
      guard let lock = try folder.content(of: Self.lock), lock.bytes == mark else { return false }
      for name in [copy, Self.lock] { try folder.remove(name) }
      return true
    }
  }
}
