internal import VaultStore

/// Git's lock on the index, and the copy that is changed while it is held.
///
/// The lock is taken before the index is read: otherwise what another program adds between reading
/// and writing would be lost. libgit2 takes its own lock only to write, so it is given a second name
/// of the index to work on, which it replaces; that replaces the index itself in one step.
struct IndexLock {
  static let operation = "change git's index"

  private let folder: GitFolder
  private static let lock = "index.lock"
  private static let copy = "tl-index"
  private static let draft = "tl-index-lock"
  /// What stands in the lock while tl holds it; git's own locks hold an index, or nothing yet.
  private static let mark = Array("tl\n".utf8)

  /// Takes the lock.
  ///
  /// - Throws: `.locked` when it is taken.
  init(in gitFolder: String) throws(GitError) {
    folder = GitFolder(path: gitFolder)
    do throws(SystemError) {
      try Self.take(in: folder)
    } catch {
      guard error.isTaken else { throw GitError(error, operation: Self.operation) }
      throw Self.taken(in: folder)
    }
  }

  private static func taken(in folder: GitFolder) -> GitError {
    GitError(
      .locked, operation: operation,
      message: "another program is changing it, or was ended while it did: "
        + folder.path(of: lock))
  }

  /// - Throws: `.locked` when it is taken at this moment.
  static func checkFree(in gitFolder: String) throws(GitError) {
    let folder = GitFolder(path: gitFolder)
    let found = try naming(operation) { () throws(SystemError) in try folder.content(of: lock) }
    if found != nil { throw taken(in: folder) }
  }

  /// Makes the lock with its mark in it, so that one without is surely another program's.
  private static func take(in folder: GitFolder) throws(SystemError) {
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

  var copyPath: String { folder.path(of: Self.copy) }

  /// Makes the copy; an empty place for one where there is no index.
  func prepareCopy(ofPresent isCopy: Bool) throws(GitError) {
    try naming(Self.operation) { () throws(SystemError) in
      // Left by a run that was ended.
      try folder.remove(Self.copy)
      try folder.remove(Self.copy + ".lock")
      if isCopy { try copyIndex() }
    }
  }

  private func copyIndex() throws(SystemError) {
    do throws(SystemError) {
      try folder.addName(Self.copy, to: "index")
    } catch {
      guard !error.isMissing else { return }
      // The file system knows one name for a file.
      guard let index = try folder.content(of: "index") else { return }
      try folder.create(Self.copy, content: index.bytes)
    }
  }

  /// Puts the copy into the place of the index.
  func publishCopy() throws(GitError) {
    try naming(Self.operation) { () throws(SystemError) in
      // libgit2 does not: a crash of the machine could leave an empty index.
      try folder.sync(Self.copy)
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
    let folder = GitFolder(path: gitFolder)
    return try naming(operation) { () throws(SystemError) in
      try folder.remove(draft)
      guard let lock = try folder.content(of: Self.lock), lock.bytes == mark else { return false }
      for name in [copy, copy + ".lock", Self.lock] { try folder.remove(name) }
      return true
    }
  }
}
