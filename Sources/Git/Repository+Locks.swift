package import SystemCalls

extension Repository {
  /// Removes the lock on a reference that a killed tl left; a lock of another program is kept.
  ///
  /// libgit2 creates the lock like git: first empty, then with the new id. An empty one could belong to a running
  /// program, so it must outlast the timeout.
  ///
  /// To be called only if tl was about to move this reference to `id`.
  /// - Returns: whether there was one.
  @discardableResult
  package func removeAbandonedLock(
    onReference name: String, to id: ObjectID, timeout: LockTimeout
  ) throws(GitError) -> Bool {
    let folder = SystemFolder(path: commonFolder)
    let lock = name + ".lock"
    var seen: SystemFolder.Content?
    for _ in 0...max(timeout.pauses, 0) {
      let found = try asGitError("read the lock of \(name)") { () throws(SystemError) in
        try folder.content(of: lock)
      }
      guard let found else { return false }
      if found.bytes.elementsEqual("\(id.hex)\n".utf8) { break }
      guard found.bytes.isEmpty, seen == nil || seen?.modified == found.modified else {
        return false
      }
      seen = found
      timeout.pause()
    }
    try asGitError("remove the lock of \(name)") { () throws(SystemError) in
      try folder.remove(lock)
    }
    return true
  }
}
