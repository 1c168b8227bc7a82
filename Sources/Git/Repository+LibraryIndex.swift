internal import CGit2
internal import SystemCalls

extension Repository {
  /// Reads git's index with libgit2, for formats that `GitIndexReader` does not support.
  ///
  /// The result has version 3 and no extensions.
  ///
  /// - Parameter modified: when the file was written.
  /// - Throws: libgit2's error; `.damaged` if the paths are not in order, `.unsupported` if one is too long.
  func readIndexByLibrary(modified: FileTime) throws(GitError) -> GitIndex {
    let index = try GitHandle("read git's index", free: git_index_free) {
      git_index_open($0, gitFolder + "index")
    }
    let count = git_index_entrycount(index.pointer)
    var writer = GitIndexWriter(version: 3, capacity: 128 * count)
    for position in 0..<count {
      guard let entry = git_index_get_byindex(index.pointer, position)?.pointee else { continue }
      bytesOfCString(entry.path).withMemoryRebound(to: UInt8.self) {
        writer.add(GitIndex.Entry(entry), at: $0)
      }
    }
    return try writer.index(modified: modified)
  }
}

extension GitIndex.Entry {
  fileprivate init(_ entry: git_index_entry) {
    let extended = UInt32(entry.flags_extended)
    self.init(
      id: ObjectID(entry.id), mode: entry.mode, stage: Int(entry.flags >> 12 & 3),
      modified: FileTime(entry.mtime), changed: FileTime(entry.ctime), device: entry.dev,
      inode: entry.ino, owner: entry.uid, group: entry.gid, size: entry.file_size,
      isAssumedUnchanged: entry.flags & 0x8000 != 0,
      skipsWorktree: extended & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0,
      isIntentToAdd: extended & GIT_INDEX_ENTRY_INTENT_TO_ADD.rawValue != 0)
  }
}

extension FileTime {
  fileprivate init(_ time: git_index_time) {
    self.init(
      seconds: Int64(UInt32(bitPattern: time.seconds)),
      nanoseconds: Int32(bitPattern: time.nanoseconds))
  }
}
