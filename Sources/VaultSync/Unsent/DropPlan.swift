internal import Git
internal import VaultFormat

/// How to remove files from unsent commits: a pure function.
///
/// A version of such a file that no sent commit has is replaced by that of the commit before; everything else stays.
struct DropPlan: Hashable {
  struct Commit: Hashable {
    let id: ObjectID
    let parents: [ObjectID]
    /// The commit's entries of the files.
    let entries: [VaultPath: TreeEntry]
  }

  /// A commit that must be rewritten.
  struct Rewrite: Hashable {
    let commit: ObjectID
    /// The new entries of the commit; nil for none.
    var changes: [VaultPath: TreeEntry?]
  }

  /// Parents first.
  private(set) var rewrites: [Rewrite] = []
  /// The last removed version of each file.
  private(set) var dropped: [VaultPath: TreeEntry] = [:]

  /// - Parameters:
  ///   - paths: the files.
  ///   - commits: all unsent ones, each after its parents.
  ///   - origins: files from which those were moved, which are not gone then.
  ///   - sent: the entries of the files in the commits before.
  init(
    _ paths: Set<VaultPath>, movedFrom origins: Set<VaultPath> = [], from commits: [Commit],
    sent: [ObjectID: [VaultPath: TreeEntry]]
  ) {
    var known: [VaultPath: Set<TreeEntry>] = [:]
    for entries in sent.values {
      for (path, entry) in entries { known[path, default: []].insert(entry) }
    }
    let sorted = paths.sorted()
    var after = sent
    var rewritten: Set<ObjectID> = []
    for commit in commits {
      var rewrite = Rewrite(commit: commit.id, changes: [:])
      var entries = commit.entries
      for path in sorted {
        guard let entry = entries[path], known[path]?.contains(entry) != true else { continue }
        let former = Self.former(path, parents: commit.parents, sent: sent, after: after)
        rewrite.changes.updateValue(former, forKey: path)
        entries[path] = former
        dropped[path] = entry
      }
      for path in origins where entries[path] == nil {
        guard let former = Self.former(path, parents: commit.parents, sent: sent, after: after)
        else { continue }
        rewrite.changes.updateValue(former, forKey: path)
        entries[path] = former
      }
      after[commit.id] = entries
      guard !rewrite.changes.isEmpty || commit.parents.contains(where: rewritten.contains) else {
        continue
      }
      rewritten.insert(commit.id)
      rewrites.append(rewrite)
    }
  }

  /// The new entry of a file in a commit: that of a sent parent, even if it has none, since others may have changed it;
  /// otherwise that of the first parent with the file, as rewritten.
  private static func former(
    _ path: VaultPath, parents: [ObjectID], sent: [ObjectID: [VaultPath: TreeEntry]],
    after: [ObjectID: [VaultPath: TreeEntry]]
  ) -> TreeEntry? {
    if let entries = parents.lazy.compactMap({ sent[$0] }).first { return entries[path] }
    return parents.lazy.compactMap { after[$0]?[path] }.first
  }

  /// The new entries of the newest commit.
  func changes(of tip: ObjectID) -> [VaultPath: TreeEntry?] {
    rewrites.first { $0.commit == tip }?.changes ?? [:]
  }
}
