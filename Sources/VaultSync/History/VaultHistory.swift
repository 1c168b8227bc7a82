package import Git
package import VaultFormat
internal import VaultStore

/// What the commits of the branch that is checked out tell of the vault; nothing is written.
package struct VaultHistory {
  let repository: Repository
  let zone: TimeZoneRules
  /// The newest commit; nil before the first one.
  let head: ObjectID?
  /// What contents look like in the folder, by the attributes that count there.
  let view: ContentView
  /// Its rules say what is excluded now.
  let vault: Vault

  /// A commit as people read it.
  package struct Entry: Sendable {
    package var commit: ObjectID
    /// On the author's clock.
    package var time: NoteTime
    /// The device that made it, else the author's name.
    package var device: String
    /// The first line of the message.
    package var summary: String
    /// What it changed; of a commit that joins two histories what neither side had.
    package var changes: [TreeChange]
  }
}

extension SyncedVault {
  package func history() throws(SyncError) -> VaultHistory {
    try asSyncError {
      let head: ObjectID? =
        switch try repository.head() {
        case .branch(_, let id), .detached(let id): id
        case .unborn: nil
        }
      let view = try ContentView(
        of: vault.folder, repository.readIndex(), repository, filterProgram)
      return VaultHistory(
        repository: repository, zone: noteZone, head: head, view: view, vault: vault)
    }
  }
}

extension VaultHistory {
  /// Calls `body` with the commits, newest first, until it returns false.
  ///
  /// Commits that only join two histories are left out: what they brought in stands at its own place. So are
  /// those that concern files outside of the vault.
  package func forEachEntry(_ body: (Entry) throws -> Bool) throws {
    guard let head else { return }
    try repository.forEachCommit(from: head) { commit in
      let changes = try ownChanges(of: commit)
      let isOther = commit.parents.count > 1 || repository.prefix != nil
      if changes.isEmpty, isOther { return true }
      return try body(entry(commit, changes))
    }
  }

  /// The changes of an entry as people count them; notes that were moved are one line.
  package func list(_ changes: [TreeChange]) -> ChangeList {
    let rules = PathRules(
      of: vault.folder, templates: vault.configuration.templates, with: changes.map(\.path))
    return ChangeList(changes, in: repository, rules: rules)
  }

  /// What was recorded at a path, such as one version of a note, as the folder would show it.
  package func content(_ entry: TreeEntry, at path: VaultPath) throws(SyncError) -> [UInt8] {
    try asSyncError { try shown(entry, at: path) }
  }

  func shown(_ entry: TreeEntry, at path: VaultPath) throws -> [UInt8] {
    // Line ends stay as they are recorded: edits keep them byte by byte.
    guard try view.isFiltered(path) else { return try repository.blob(entry.id) }
    return try view.bytes(of: entry, at: path)
  }

  func entry(_ commit: Commit, _ changes: [TreeChange]) -> Entry {
    let line = commit.message.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return Entry(
      commit: commit.id, time: commit.author.noteTime,
      device: DeviceTrailer.device(in: commit.message) ?? commit.author.name, summary: line,
      changes: changes)
  }

  func ownChanges(of commit: Commit) throws -> [TreeChange] {
    let parents = try trees(ofParentsOf: commit)
    var changes = try repository.changes(from: parents.first.flatMap(\.self), to: commit.tree)
    for parent in parents.dropFirst() {
      changes = try changes.filter { try repository.entry(at: $0.path, inTree: parent) != $0.new }
    }
    return changes
  }

  /// One, nil for the empty tree, for a commit without parents.
  func trees(ofParentsOf commit: Commit) throws -> [ObjectID?] {
    if commit.parents.isEmpty { return [nil] }
    return try commit.parents.map { try repository.commit($0).tree }
  }
}

extension Person {
  fileprivate var noteTime: NoteTime {
    let offset = min(max(offsetMinutes, -23 * 60), 23 * 60) * 60
    return NoteTime(seconds: time, offset: offset) ?? NoteTime(instant: 0, zone: .utc)
  }
}
