package import Git
internal import VaultFormat
internal import VaultStore

/// Finds the difference between a vault's folder and the last commit.
///
/// Compares the metadata of files with git's index, on several threads, and their bytes if the metadata differ or prove
/// nothing; compares the index with the commit by its cached trees. Without changes, the cost is reading the metadata
/// of each file. Writes nothing.
package struct WorktreeScan {
  /// Its root is that of the repository's work tree.
  let vault: VaultFolder
  let repository: Repository
  /// The number of threads, as many as processors.
  let threads: Int
  /// Seconds since 1970, by the clock of the file system, which is the machine's; entries of files that changed just
  /// before are not trusted.
  let now: Int64
  /// Nil without the git program.
  var filterProgram: FilterProgram?

  /// Scans the whole folder.
  ///
  /// Unreadable files are left out, with the reason, and count as unchanged.
  ///
  /// - Throws: if the index or the commit cannot be read.
  package func run() throws(GitError) -> WorktreeDifference {
    let head = try repository.headCommit()
    let index = try repository.readIndex()
    let options = try WorktreeOptions(of: repository)
    let tree = try head.map { id throws(GitError) in try repository.commit(id).tree }
    let staged = try HeadComparison.run(index, tree: tree, in: repository)
    let rules = EverythingRules(
      outer: try repository.outerIgnoreRules(),
      entersIgnored: { index.holdsSomething(below: $0) })
    let walk = VaultWalk(vault, threads: threads, scope: .everything(rules))
    let (shards, findings) = walk.run { next -> WorktreeShard in
      var reader = WorktreeReader(index, options)
      while let batch = next() { reader.read(batch) }
      return reader.shard
    }
    var join = WorktreeJoin(
      vault: vault, repository: repository, index: index, options: options, staged: staged,
      now: now, filterProgram: filterProgram)
    join.difference.head = head
    join.difference.tree = tree
    try join.take(shards, findings)
    return join.finished()
  }
}

extension Repository {
  /// The commit that is checked out; nil before the first one.
  func headCommit() throws(GitError) -> ObjectID? {
    switch try head() {
    case .branch(_, let id), .detached(let id): id
    case .unborn: nil
    }
  }
}
