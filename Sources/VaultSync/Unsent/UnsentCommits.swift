internal import Git
package import VaultFormat

/// The unsent commits of a branch, and their changes.
struct UnsentCommits {
  private let repository: Repository
  private let tip: Commit
  /// Each after its parents.
  private let commits: [Commit]
  /// The changes of each, relative to its first parent.
  private let changes: [[TreeChange]]
  /// The trees of the commits before them.
  private let sent: [ObjectID: ObjectID]

  /// - Parameter sent: the commits of the remotes.
  init(of tip: ObjectID, besides sent: [ObjectID], in repository: Repository) throws {
    self.repository = repository
    self.tip = try repository.commit(tip)
    commits = try repository.commits(from: tip, excluding: sent).reversed()
      .map { try repository.commit($0) }
    let known = Set(commits.map(\.id))
    var trees: [ObjectID: ObjectID] = [:]
    var changes: [[TreeChange]] = []
    for commit in commits {
      for parent in commit.parents where !known.contains(parent) {
        trees[parent] = try repository.commit(parent).tree
      }
      let base = try commit.parents.first.map { try repository.commit($0).tree }
      changes.append(try repository.changes(from: base, to: commit.tree))
    }
    self.changes = changes
    self.sent = trees
  }

  /// The files with unsent versions, in byte order.
  func files() throws -> [UnsentFile] {
    var found: [VaultPath: UnsentFile] = [:]
    var known: [VaultPath: Set<TreeEntry>] = [:]
    for change in changes.joined() {
      guard let new = change.new, new.mode.isRegular else { continue }
      let path = change.path
      if known[path] == nil { known[path] = try sentEntries(at: path) }
      guard let sent = known[path], !sent.contains(new) else { continue }
      let isHere = try repository.entry(at: path, inTree: tip.tree) != nil
      var file =
        found[path]
        ?? UnsentFile(path: path, size: 0, commits: 0, isGone: sent.isEmpty && !isHere)
      file.size = max(file.size, try repository.blobSize(new.id))
      file.commits += 1
      found[path] = file
    }
    return found.values.sorted { $0.path < $1.path }
  }

  private func sentEntries(at path: VaultPath) throws -> Set<TreeEntry> {
    var entries: Set<TreeEntry> = []
    for tree in sent.values {
      if let entry = try repository.entry(at: path, inTree: tree) { entries.insert(entry) }
    }
    return entries
  }

  func summary(by words: String) throws -> UnsentSummary {
    UnsentSummary(
      subjects: commits.reversed().map {
        String($0.message.prefix { !$0.isNewline })
      }, files: try files().suspects(by: words))
  }

  /// How to remove files; their content is removed under every name that the commits have for it.
  func plan(dropping paths: [VaultPath]) throws -> DropPlan {
    var all = Set(paths)
    var blobs: Set<ObjectID> = []
    for path in paths {
      let sent = try sentEntries(at: path)
      for change in changes.joined() where change.path == path {
        if let new = change.new, !sent.contains(new) { blobs.insert(new.id) }
      }
    }
    for change in changes.joined() {
      if let new = change.new, blobs.contains(new.id) { all.insert(change.path) }
    }
    let origins = try origins(of: all).subtracting(all)
    let known = all.union(origins)
    return DropPlan(
      all, movedFrom: origins,
      from: try commits.map { commit in
        DropPlan.Commit(
          id: commit.id, parents: commit.parents, entries: try entries(at: known, commit.tree))
      },
      sent: try sent.mapValues { try entries(at: known, $0) })
  }

  /// The previous paths of files that these commits moved: by content, name or the note's id.
  private func origins(of paths: Set<VaultPath>) throws -> Set<VaultPath> {
    var origins: Set<VaultPath> = []
    for changes in changes {
      let added = changes.filter { paths.contains($0.path) && $0.old == nil }
      guard !added.isEmpty else { continue }
      for gone in changes where gone.new == nil {
        for new in added where try isMoved(gone, to: new) { origins.insert(gone.path) }
      }
    }
    return origins
  }

  private func isMoved(_ gone: TreeChange, to added: TreeChange) throws -> Bool {
    guard let old = gone.old, let new = added.new else { return false }
    if old.id == new.id || gone.path.name.elementsEqual(added.path.name) { return true }
    guard gone.path.isNoteByName, added.path.isNoteByName, old.mode.isRegular, new.mode.isRegular,
      let id = NoteDocument(try repository.blob(old.id)).storedID
    else { return false }
    return NoteDocument(try repository.blob(new.id)).storedID == id
  }

  private func entries(
    at paths: Set<VaultPath>, _ tree: ObjectID
  ) throws -> [VaultPath: TreeEntry] {
    var entries: [VaultPath: TreeEntry] = [:]
    for path in paths { entries[path] = try repository.entry(at: path, inTree: tree) }
    return entries
  }

  /// Rewrites the commits, as unreachable objects with their authors, times and messages.
  ///
  /// - Parameter sign: makes a signed commit for a commit, a tree and parents; nil for commits without signatures.
  /// - Returns: the new id of each commit.
  func rewrite(
    by plan: DropPlan, sign: ((Commit, ObjectID, [ObjectID]) throws -> ObjectID)?
  ) throws -> [ObjectID: ObjectID] {
    let byID = Dictionary(uniqueKeysWithValues: commits.map { ($0.id, $0) })
    var made: [ObjectID: ObjectID] = [:]
    for rewrite in plan.rewrites {
      guard let commit = byID[rewrite.commit] else { continue }
      let tree = try repository.rootTree(
        of: repository.writeTree(commit.tree, applying: rewrite.changes), onto: commit.id)
      let parents = commit.parents.map { made[$0] ?? $0 }
      made[commit.id] =
        try sign.map { try $0(commit, tree, parents) }
        ?? repository.rewriteCommit(commit.id, tree: tree, parents: parents)
    }
    return made
  }
}

/// A file with versions in unsent commits that no sent commit has.
package struct UnsentFile: Hashable, Sendable {
  package var path: VaultPath
  /// The size of its largest version in bytes.
  package var size: Int64
  /// The number of commits with a version.
  package var commits: Int
  /// Whether it was added and deleted within those commits: neither the remote nor the folder has it.
  package var isGone: Bool
}

/// The unsent commits, for the user's decision.
package struct UnsentSummary: Hashable, Sendable {
  /// The first lines of their messages, newest first; may contain control characters.
  package var subjects: [String]
  /// Files that the server may have refused, the likeliest first.
  package var files: [UnsentFile]
}

/// A file that was removed from commits, and the place of its content.
package struct DroppedFile: Hashable, Sendable {
  package var path: VaultPath
  /// Nil if it is still in the folder.
  package var trashNumber: Int?
}

extension [UnsentFile] {
  /// Servers accept notes, which are small: if a message names no file, it is one of the others.
  private static let largest = 5
  private static let shortest = 3

  /// The files for which a server may have refused commits: those that its message names, or else the largest that are
  /// not notes.
  func suspects(by words: String) -> [UnsentFile] {
    let text: [UInt8] = .init(words.utf8)
    let sorted = sorted { ($1.size, $0.path) < ($0.size, $1.path) }
    let named = sorted.filter { file in
      [file.path.bytes, [UInt8].init(file.path.name)].contains {
        $0.count > Self.shortest && text.contains($0)
      }
    }
    if !named.isEmpty { return named }
    return Array(sorted.filter { !$0.path.isNoteByName }.prefix(Self.largest))
  }

  /// Files that can be removed without asking: no notes, and neither in the folder nor in the remote.
  var gone: [UnsentFile] { filter { $0.isGone && !$0.path.isNoteByName } }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, part.count <= count else { return false }
    return (0...count - part.count).contains {
      self[$0] == first && self[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}

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
