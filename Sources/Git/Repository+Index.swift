internal import CGit2
internal import SystemCalls
internal import VaultFormat

extension Repository {
  /// Reads the vault's part of git's index from disk; empty if there is no index, or the file is empty.
  ///
  /// - Throws: `.damaged`; `.splitIndex`, `.sparseIndex`; `.unsupported` for unknown formats.
  package func readIndex() throws(GitError) -> GitIndex {
    let index = try readWholeIndex()
    return prefix.map { index.part(below: $0) } ?? index
  }

  /// Reads git's index, with paths of the repository.
  ///
  /// libgit2 reads what `GitIndexReader` does not know; if it refuses too, the reader's error is thrown.
  ///
  /// - Throws: `.damaged`; `.splitIndex`, `.sparseIndex`; `.unsupported` for unknown formats.
  package func readWholeIndex() throws(GitError) -> GitIndex {
    let folder = SystemFolder(path: gitFolder)
    // Programs replace the index by a new file, so the same file has the same content.
    if let index = lastIndex, index.isRead(from: folder.path(of: "index")) { return index }
    let file = try asGitError("read git's index") { () throws(SystemError) in
      try folder.content(of: "index")
    }
    // A power failure can leave an empty file.
    guard let file, !file.bytes.isEmpty else { return .missing }
    do throws(GitError) {
      let index = try GitIndexReader.read(file.bytes, modified: file.modified, inode: file.inode)
      lastIndex = index
      return index
    } catch {
      guard error.code == .unsupported,
        let index = try? readIndexByLibrary(modified: file.modified)
      else { throw error }
      return index
    }
  }

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

  /// Whether the index ends without its hash (`index.skipHash`): it can be read, but libgit2 changes no such index.
  package func indexLacksHash() throws(GitError) -> Bool {
    try asGitError("read git's index") { () throws(SystemError) in
      let hash = try SystemFolder(path: gitFolder).end(of: "index", count: 20)
      return hash.map { !$0.isEmpty && $0.allSatisfy { $0 == 0 } } ?? false
    }
  }

  /// Changes entries of the index and keeps all others.
  ///
  /// A new entry replaces a conflict at its path, a file with the name of one of its folders, and everything below a
  /// folder with its name. Of several changes of one path the last one counts. The cached trees (TREE) and the resolved
  /// conflicts (REUC) are kept; other extensions are dropped, and git writes them again. On disk is the old index or
  /// the new one, never a mixture.
  ///
  /// - Parameter tree: of a commit that the index probably equals afterwards: equal folders are marked as such, which
  ///   makes the next comparison faster.
  /// - Throws: `.locked` if another program is changing the index; `.pathConflict` if a file and a folder would have
  ///   the same path. Nothing has changed then.
  package func updateIndex(
    _ changes: [IndexChange], agreeingWith tree: ObjectID? = nil
  ) throws(GitError) {
    guard !changes.isEmpty else { return }
    let lock = try IndexLock(in: gitFolder)
    defer { lock.release() }
    let old = try readWholeIndex()
    lastIndex = nil
    // The vault's tree says nothing about the whole index.
    let tree = prefix == nil ? tree : nil
    let changes = prefix.map { prefix in changes.map { $0.moved(below: prefix) } } ?? changes
    let writer = try GitIndexEdit(old, changes).written { isUnchanged(old, at: $0) }
    let entries = writer.bytes
    // The hash takes longer than all the rest.
    let (end, hash) = try ThreadTeam.run {
      SHA1(of: entries)
    } _: { () throws(GitError) in
      let cached = try cachedTree(of: writer, after: old, changes: changes, tree: tree)
      try lock.startIndex(with: entries)
      let resolved = old.part(named: "REUC").map { Array(old.bytes[$0]) }
      return (cached.map { GitIndexWriter.part(CachedTree.partName, $0.encoded) } ?? [])
        + (resolved.map { GitIndexWriter.part("REUC", $0) } ?? [])
    }
    var whole = hash
    end.withUnsafeBytes { whole.update($0) }
    try lock.replaceIndex(endingWith: end + whole.finish())
  }

  /// The trees of the written entries; nil if none is known.
  ///
  /// Only saves time, so a tree that cannot be read is not an error.
  private func cachedTree(
    of writer: GitIndexWriter, after old: GitIndex, changes: [IndexChange],
    tree: ObjectID?
  ) throws(GitError) -> CachedTree? {
    let former = CachedTree(of: old)
    guard tree != nil || former != nil else { return nil }
    let index = try writer.index()
    return try? CachedTreeBuilder.make(
      index, tree: tree, old: former, changing: changes.lazy.map(\.path), in: self)
  }

  /// Whether a file has the content of its entry.
  private func isUnchanged(_ index: GitIndex, at position: Int) -> Bool {
    let entry = index[position]
    guard entry.stage == 0, !entry.isIntentToAdd, let path = index.path(at: position),
      let bytes = try? fileContent(at: path, if: entry.agrees)
    else { return false }
    return Repository.idOfBlob(bytes) == entry.id
  }

  /// The content of a regular file of the work tree, opened without following links; nil if it does not exist or is not
  /// wanted.
  ///
  /// - Parameter isWanted: called with the file's status before it is read.
  private func fileContent(
    at path: VaultPath, if isWanted: (FileStatus) -> Bool
  ) throws(SystemError) -> [UInt8]? {
    var folder = try FileDescriptor(openingFolder: root)
    for component in path.parent?.bytes.split(separator: UInt8(ascii: "/")) ?? [] {
      folder = try folder.openFolder(Array(component))
    }
    let name = Array(path.name)
    guard let status = try folder.status(of: name), status.kind == .file, isWanted(status) else {
      return nil
    }
    return try folder.openFile(name).readAll(expecting: status.size, limit: .max - 1)
  }

  /// Removes a lock on the index that a killed tl left, and its files; a lock of another program is kept.
  ///
  /// To be called only if no other tl can be running in the repository.
  /// - Returns: whether there was one.
  @discardableResult
  package func removeAbandonedIndexLock() throws(GitError) -> Bool {
    try IndexLock.removeAbandoned(in: gitFolder)
  }

  /// - Throws: `.locked` if another program is changing the index now.
  package func checkIndexLockFree() throws(GitError) {
    try IndexLock.checkFree(in: gitFolder)
  }
}

extension GitIndex {
  fileprivate func isRead(from path: String) -> Bool {
    guard let status = try? FileDescriptor.status(ofPath: path) else { return false }
    return status.modified == modified && status.inode == inode && status.size == bytes.count
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
