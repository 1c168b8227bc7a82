internal import System
internal import VaultFormat

extension Repository {
  /// Reads the vault's part of git's index as it is on the disk; empty where there is none.
  ///
  /// - Throws: `.damaged`; `.splitIndex`, `.sparseIndex`; `.unsupported` for unknown formats.
  package func readIndex() throws(GitError) -> GitIndex {
    let index = try readWholeIndex()
    return prefix.map { index.part(below: $0) } ?? index
  }

  /// Reads git's index, whose paths are git's.
  ///
  /// - Throws: `.damaged`; `.splitIndex`, `.sparseIndex`; `.unsupported` for unknown formats.
  package func readWholeIndex() throws(GitError) -> GitIndex {
    let folder = SystemFolder(path: gitFolder)
    // Programs put a new file into the place of the old one, so the same file is the same index.
    if let index = lastIndex, index.isRead(from: folder.path(of: "index")) { return index }
    let file = try naming("read git's index") { () throws(SystemError) in
      try folder.content(of: "index")
    }
    guard let file else { return .missing }
    let index = try GitIndexReader.read(file.bytes, modified: file.modified, inode: file.inode)
    lastIndex = index
    return index
  }

  /// Whether the index ends without a hash of itself (`index.skipHash`): it can be read, and libgit2 changes no
  /// such index.
  package func indexLacksHash() throws(GitError) -> Bool {
    try naming("read git's index") { () throws(SystemError) in
      let hash = try SystemFolder(path: gitFolder).end(of: "index", count: 20)
      return hash.map { !$0.isEmpty && $0.allSatisfy { $0 == 0 } } ?? false
    }
  }

  /// Changes entries of the index, and no other ones: what other programs have put there stays.
  ///
  /// An entry that is set takes the place of a conflict at its path, of a file that has the name of
  /// one of its folders, and of what lies below a folder with its name. Of several changes of one
  /// path the last one counts. On the disk is the old index or the new one, never anything between.
  ///
  /// - Parameter tree: of a commit that the index is likely to agree with afterwards: folders that do are
  ///   remembered as equal, which saves the next comparison.
  /// - Throws: `.locked` when another program is changing the index; `.pathConflict` where a file and a folder
  ///   would have one path; nothing has changed then.
  package func updateIndex(
    _ changes: [IndexChange], agreeingWith tree: ObjectID? = nil
  ) throws(GitError) {
    guard !changes.isEmpty else { return }
    let lock = try IndexLock(in: gitFolder)
    defer { lock.release() }
    let old = try readWholeIndex()
    lastIndex = nil
    // Of the vault's tree nothing follows for the whole index.
    let tree = prefix == nil ? tree : nil
    let changes = prefix.map { prefix in changes.map { $0.moved(below: prefix) } } ?? changes
    let writer = try GitIndexEdit(old, changes).written { isUnchanged(old, at: $0) }
    let entries = writer.bytes
    // The hash takes longer than all the rest.
    let (end, hash) = try ThreadTeam.run {
      SHA1(of: entries)
    } _: { () throws(GitError) in
      let cached = try cachedTree(of: writer, after: old, changes, tree)
      try lock.startIndex(with: entries)
      return cached.map { GitIndexWriter.part(CachedTree.partName, $0.encoded) } ?? []
    }
    var whole = hash
    end.withUnsafeBytes { whole.update($0) }
    try lock.replaceIndex(endingWith: end + whole.finish())
  }

  /// What the entries that were written make of trees; nil where nothing is known of that.
  ///
  /// It only saves time, so that a tree which cannot be read is no error.
  private func cachedTree(
    of writer: GitIndexWriter, after old: GitIndex, _ changes: [IndexChange],
    _ tree: ObjectID?
  ) throws(GitError) -> CachedTree? {
    let former = CachedTree(of: old)
    guard tree != nil || former != nil else { return nil }
    let index = try writer.index()
    return try? CachedTreeMaker.make(
      index, tree: tree, old: former, changing: changes.lazy.map(\.path), self)
  }

  /// Whether the file of an entry is as the entry says, by its own bytes.
  private func isUnchanged(_ index: GitIndex, at position: Int) -> Bool {
    let entry = index[position]
    guard entry.stage == 0, !entry.isIntentToAdd, let path = index.path(at: position),
      let bytes = try? WorktreeFile.read(path, below: root, if: entry.agrees)
    else { return false }
    return Repository.idOfBlob(bytes) == entry.id
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
}

extension GitIndex {
  fileprivate func isRead(from path: String) -> Bool {
    guard let status = try? FileDescriptor.status(ofPath: path) else { return false }
    return status.modified == modified && status.inode == inode && status.size == bytes.count
  }
}
