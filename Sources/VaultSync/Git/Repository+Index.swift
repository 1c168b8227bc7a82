internal import CGit2
internal import VaultFormat
internal import VaultStore

extension Repository {
  /// Reads git's index as it is on the disk; empty where there is none.
  ///
  /// - Throws: `.damaged`; `.splitIndex`, `.sparseIndex`; `.unsupported` for unknown formats.
  package func readIndex() throws(GitError) -> GitIndex {
    let file = try naming("read git's index") { () throws(SystemError) in
      try GitFolder(path: gitFolder).content(of: "index")
    }
    guard let file else { return .missing }
    return try GitIndexReader.read(file.bytes, modified: file.modified)
  }

  /// Whether the index ends without a hash of itself (`index.skipHash`): it can be read, and libgit2 changes no
  /// such index.
  package func indexLacksHash() throws(GitError) -> Bool {
    try naming("read git's index") { () throws(SystemError) in
      let hash = try GitFolder(path: gitFolder).end(of: "index", count: 20)
      return hash.map { !$0.isEmpty && $0.allSatisfy { $0 == 0 } } ?? false
    }
  }

  /// Changes entries of the index, and no other ones: what other programs have put there stays.
  ///
  /// An entry that is set takes the place of a conflict at its path, of a file that has the name of
  /// one of its folders, and of what lies below a folder with its name. On the disk is the old index
  /// or the new one, never anything between.
  ///
  /// - Throws: `.locked` when another program is changing the index; nothing has changed then.
  package func updateIndex(_ changes: [IndexChange]) throws(GitError) {
    guard !changes.isEmpty else { return }
    try writeIndex(from: .present, changes)
  }

  /// Makes an index of these entries and nothing else.
  ///
  /// - Throws: `.locked` when another program is changing the index; nothing has changed then.
  package func replaceIndex(with entries: [IndexChange]) throws(GitError) {
    try writeIndex(from: .nothing, entries.sorted { $0.path < $1.path })
  }

  /// Removes the lock on the index, and what belongs to it, that a tl left which was ended while it
  /// held it; a lock of another program is left alone.
  ///
  /// To be called only where no other tl can be at work on the repository.
  /// - Returns: whether there was one.
  @discardableResult
  package func removeAbandonedIndexLock() throws(GitError) -> Bool {
    try IndexLock.removeAbandoned(in: gitFolder)
  }

  /// - Throws: `.locked` when another program is changing the index at this moment.
  package func checkIndexLockFree() throws(GitError) {
    try IndexLock.checkFree(in: gitFolder)
  }

  private enum Origin {
    case present, nothing
  }

  private func writeIndex(from origin: Origin, _ changes: [IndexChange]) throws(GitError) {
    let lock = try IndexLock(in: gitFolder)
    defer { lock.release() }
    try lock.prepareCopy(ofPresent: origin == .present)
    let operation = IndexLock.operation
    let index = try GitHandle(operation, free: git_index_free) {
      git_index_open($0, lock.copyPath)
    }
    for change in changes {
      try Self.make(change, in: index.pointer)
    }
    try check(git_index_write(index.pointer), operation)
    try lock.publishCopy()
  }

  private static func make(_ change: IndexChange, in index: OpaquePointer) throws(GitError) {
    try withCString(change.path.bytes) { path throws(GitError) in
      let skip = UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue)
      var kept: UInt16 = change.skipsWorktree == true ? skip : 0
      if change.skipsWorktree == nil, change.status == nil,
        let old = git_index_get_bypath(index, path, 0)
      {
        kept = old.pointee.flags_extended & skip
      }
      try remove(path, stages: change.entry == nil ? 0...3 : 1...3, from: index)
      guard let entry = change.entry else { return }
      try removeBelow(change.path, from: index)
      var new = git_index_entry(entry, change.status)
      new.path = path
      new.flags_extended = kept
      if kept != 0 { new.flags = UInt16(GIT_INDEX_ENTRY_EXTENDED.rawValue) }
      try check(git_index_add(index, &new), IndexLock.operation)
    }
  }

  /// The library removes a file where a folder comes, but not all of a folder where a file comes.
  private static func removeBelow(
    _ path: VaultPath, from index: OpaquePointer
  ) throws(GitError) {
    try withCString(path.bytes + [UInt8(ascii: "/")]) { folder throws(GitError) in
      guard git_index_find_prefix(nil, index, folder) == 0 else { return }
      for stage in Int32(0)...3 {
        try check(git_index_remove_directory(index, folder, stage), IndexLock.operation)
      }
    }
  }

  private static func remove(
    _ path: UnsafePointer<CChar>, stages: ClosedRange<Int32>, from index: OpaquePointer
  ) throws(GitError) {
    for stage in stages where git_index_get_bypath(index, path, stage) != nil {
      try check(git_index_remove(index, path, stage), IndexLock.operation)
    }
  }
}

extension git_index_entry {
  /// Without a path.
  fileprivate init(_ entry: TreeEntry, _ status: FileStatus?) {
    self.init()
    id = entry.id.gitID
    mode = entry.mode.rawValue
    guard let status else { return }
    ctime = git_index_time(status.changed)
    mtime = git_index_time(status.modified)
    dev = UInt32(truncatingIfNeeded: status.device)
    ino = UInt32(truncatingIfNeeded: status.inode)
    uid = status.owner
    gid = status.group
    file_size = UInt32(truncatingIfNeeded: status.size)
  }
}

extension git_index_time {
  fileprivate init(_ time: FileTime) {
    self.init(
      seconds: Int32(truncatingIfNeeded: time.seconds),
      nanoseconds: UInt32(bitPattern: time.nanoseconds))
  }
}
