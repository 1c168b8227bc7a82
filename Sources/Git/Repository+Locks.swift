package import System

extension Repository {
  /// Removes the lock on a reference that tl left when it was ended while it moved that to a commit;
  /// a lock of another program is left alone.
  ///
  /// libgit2 makes the lock as git does: first empty, then with the new id in it. An empty one could be
  /// that of a program that is at work at this moment, so it has to outlast the patience.
  ///
  /// To be called only where it is known that tl was about to move this reference to `id`.
  /// - Returns: whether there was one.
  @discardableResult
  package func removeAbandonedLock(
    onReference name: String, to id: ObjectID, patience: LockPatience
  ) throws(GitError) -> Bool {
    let folder = SystemFolder(path: commonFolder)
    let lock = name + ".lock"
    var seen: SystemFolder.Content?
    for _ in 0...max(patience.pauses, 0) {
      let found = try naming("look at the lock of \(name)") { () throws(SystemError) in
        try folder.content(of: lock)
      }
      guard let found else { return false }
      if found.bytes.elementsEqual("\(id.hex)\n".utf8) { break }
      guard found.bytes.isEmpty, seen == nil || seen?.modified == found.modified else {
        return false
      }
      seen = found
      patience.pause()
    }
    try naming("remove the lock of \(name)") { () throws(SystemError) in
      try folder.remove(lock)
    }
    return true
  }
}
