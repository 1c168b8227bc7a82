package import Git
package import VaultFormat
internal import VaultStore

/// The history of the vault on the checked-out branch; read-only.
package struct VaultHistory {
  var repository: Repository
  let zone: TimeZoneRules
  /// The newest commit; nil before the first one.
  let head: ObjectID?
  /// Converts contents to those of the folder, by its present attributes.
  let view: ContentView
  /// Its rules decide what is excluded now.
  let vault: Vault

  /// A commit as shown to the user.
  package struct Entry: Sendable {
    package var commit: ObjectID
    /// In the author's local time.
    package var time: NoteTime
    /// The device that made it, or else the author's name.
    package var device: String
    /// The first line of the message.
    package var summary: String
    /// Its changes; of a merge commit those that neither side had.
    package var changes: [TreeChange]
  }
}

extension SyncedVault {
  package func history() throws(SyncError) -> VaultHistory {
    try asSyncError {
      let view = ContentView(
        of: vault.folder, index: try repository.readIndex(), repository: repository,
        filterProgram: filterProgram)
      return VaultHistory(
        repository: repository, zone: noteZone, head: try repository.head().commit, view: view,
        vault: vault)
    }
  }
}

extension VaultHistory {
  /// Calls `body` with the commits, newest first, until it returns false.
  ///
  /// Leaves out merge commits without changes of their own, and commits that change only files outside of the vault.
  package func forEachEntry(_ body: (Entry) throws -> Bool) throws {
    guard let head else { return }
    try repository.forEachCommit(from: head) { commit in
      let changes = try ownChanges(of: commit)
      let isOther = commit.parents.count > 1 || repository.prefix != nil
      if changes.isEmpty, isOther { return true }
      return try body(entry(commit, changes))
    }
  }

  /// The changes of an entry as a list; a moved note is one line.
  package func list(_ changes: [TreeChange]) -> ChangeList {
    ChangeList(changes, in: repository, rules: rules(changing: changes.map(\.path)))
  }

  func rules(changing paths: [VaultPath]) -> PathRules {
    PathRules(of: vault.folder, templates: vault.configuration.templates, with: paths)
  }

  /// The content recorded at a path, such as a version of a note, as the folder would have it.
  package func content(_ entry: TreeEntry, at path: VaultPath) throws(SyncError) -> [UInt8] {
    try asSyncError { try shown(entry, at: path) }
  }

  func shown(_ entry: TreeEntry, at path: VaultPath) throws -> [UInt8] {
    // Line ends stay as recorded: edits keep them unchanged.
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

  /// One for each parent; nil, the empty tree, for a commit without parents.
  func trees(ofParentsOf commit: Commit) throws -> [ObjectID?] {
    if commit.parents.isEmpty { return [nil] }
    return try commit.parents.map { try repository.commit($0).tree }
  }
}

extension Signature {
  fileprivate var noteTime: NoteTime {
    let offset = min(max(offsetMinutes, -23 * 60), 23 * 60) * 60
    return NoteTime(seconds: time, offset: offset) ?? NoteTime(instant: 0, zone: .utc)
  }
}
