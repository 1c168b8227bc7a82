internal import Git
internal import VaultFormat

/// What becomes of commits that were not sent when some files are taken out of them: a pure function.
///
/// A version of such a file that no sent commit has gives way to what the commit before it holds there; all else stays.
struct DropPlan: Hashable {
  struct Commit: Hashable {
    let id: ObjectID
    let parents: [ObjectID]
    /// What the commit has of the files in question.
    let entries: [VaultPath: TreeEntry]
  }

  /// A commit that has to be made anew.
  struct Rewrite: Hashable {
    let commit: ObjectID
    /// What the commit is to have instead; nil: nothing.
    var changes: [VaultPath: TreeEntry?]
  }

  /// Parents first.
  private(set) var rewrites: [Rewrite] = []
  /// The last version of each file that is taken out.
  private(set) var dropped: [VaultPath: TreeEntry] = [:]

  /// - Parameters:
  ///   - paths: the files.
  ///   - commits: all that were not sent, each after its parents.
  ///   - origins: from which files of those were moved: they are not gone then.
  ///   - sent: what the commits before those have of the files.
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
    var anew: Set<ObjectID> = []
    for commit in commits {
      var rewrite = Rewrite(commit: commit.id, changes: [:])
      var entries = commit.entries
      for path in sorted {
        guard let entry = entries[path], known[path]?.contains(entry) != true else { continue }
        let former = Self.former(path, commit.parents, sent, after)
        rewrite.changes.updateValue(former, forKey: path)
        entries[path] = former
        dropped[path] = entry
      }
      for path in origins where entries[path] == nil {
        guard let former = Self.former(path, commit.parents, sent, after) else { continue }
        rewrite.changes.updateValue(former, forKey: path)
        entries[path] = former
      }
      after[commit.id] = entries
      guard !rewrite.changes.isEmpty || commit.parents.contains(where: anew.contains) else {
        continue
      }
      anew.insert(commit.id)
      rewrites.append(rewrite)
    }
  }

  /// What a commit is to have of a file: what a sent parent has, be it nothing, for others may have changed it since;
  /// else what the first parent that has the file came to have.
  private static func former(
    _ path: VaultPath, _ parents: [ObjectID], _ sent: [ObjectID: [VaultPath: TreeEntry]],
    _ after: [ObjectID: [VaultPath: TreeEntry]]
  ) -> TreeEntry? {
    if let entries = parents.lazy.compactMap({ sent[$0] }).first { return entries[path] }
    return parents.lazy.compactMap { after[$0]?[path] }.first
  }

  /// What the newest commit is to have instead.
  func changes(of tip: ObjectID) -> [VaultPath: TreeEntry?] {
    rewrites.first { $0.commit == tip }?.changes ?? [:]
  }
}
