package import Git
package import VaultFormat
package import VaultStore

/// A file of the folder based on another version than the branch has.
///
/// Its change was held while other changes arrived: the branch moved on, and the file stayed. When the change can be
/// committed, it is merged with the branch from its base. Committed on top of the branch it would revert the other
/// changes.
package struct HeldFile: Hashable, Sendable {
  package var path: VaultPath
  /// The commit that the folder was at; nil if there was none, or it is unknown.
  package var base: ObjectID?
  /// The entry of that commit at the path, on which the file is based; nil if there is none.
  package var entry: TreeEntry?
  /// The flag by which git ignores the file, if it is the reason for holding the change.
  ///
  /// Git's index has the flag too as long as it has the path.
  package var flag: IndexFlag?
  /// The commit with the change: once the branch has it, this record is void.
  package var outcome: ObjectID?
}

/// The list of files based on another version than the branch has, in `.tl/local/sync/held-back`: per line base, entry,
/// mark, outcome and path.
///
/// It is on disk before the branch moves. A record that is too early does no harm: what it says about the folder is
/// true before the branch moves, too.
package enum HeldFiles {
  /// In byte order of the paths; ignores invalid lines.
  package static func read(_ vault: VaultFolder) throws(StoreError) -> [HeldFile] {
    let files = try SyncRecordFile.lines(of: VaultLayout.heldBack, words: 4, in: vault)
      .compactMap(file)
    let last = Dictionary(files.map { ($0.path, $0) }) { _, last in last }
    return last.values.sorted { $0.path < $1.path }
  }

  /// Those whose change is not on the branch yet.
  static func uncommitted(
    _ vault: VaultFolder, _ repository: Repository, at head: ObjectID?
  ) throws -> [HeldFile] {
    var known: [ObjectID: Bool] = [:]
    return try read(vault).filter { file in
      guard let outcome = file.outcome, let head else { return true }
      if let isDone = known[outcome] { return !isDone }
      let isDone =
        try repository.contains(outcome) && repository.isAncestor(outcome, of: head)
      known[outcome] = isDone
      return !isDone
    }
  }

  /// Returns when it is on disk; the caller holds the `write` lock.
  static func write(_ files: [HeldFile], to vault: VaultFolder) throws {
    let lines = files.sorted { $0.path < $1.path }.map(line)
    try SyncRecordFile.write(lines, at: VaultLayout.heldBack, in: vault)
  }

  /// Changes the list, and writes it if it differs.
  static func update(
    _ vault: VaultFolder, _ change: (inout [VaultPath: HeldFile]) -> Void
  ) throws {
    let old = Dictionary(try read(vault).map { ($0.path, $0) }) { _, last in last }
    var new = old
    change(&new)
    if new != old { try write(Array(new.values), to: vault) }
  }
}

// MARK: - Lines

extension HeldFiles {
  private static func line(_ file: HeldFile) -> SyncRecordFile.Line {
    let words = [file.base?.hex, file.entry?.word, file.flag?.rawValue, file.outcome?.hex]
    return (words.map { $0 ?? "-" }, file.path)
  }

  private static func file(_ line: SyncRecordFile.Line) -> HeldFile? {
    let words = line.words
    guard ArrivingPath.refusal(of: line.path.bytes) == nil,
      let base = SyncRecordFile.optional(words[0], ObjectID.init(hex:)),
      let entry = SyncRecordFile.optional(words[1], TreeEntry.init(word:)),
      let flag = SyncRecordFile.optional(words[2], IndexFlag.init(rawValue:)),
      let outcome = SyncRecordFile.optional(words[3], ObjectID.init(hex:))
    else { return nil }
    return HeldFile(path: line.path, base: base, entry: entry, flag: flag, outcome: outcome)
  }
}

/// A file that git has and the folder cannot have.
///
/// It is marked in git's index (`skip-worktree`), so that it does not count as deleted. Every apply tries it again.
package struct GitOnlyFile: Hashable, Sendable {
  package var path: VaultPath
  package var reason: Reason

  package init(path: VaultPath, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The file system takes its name for that of another existing file or folder.
    case clash = "name-clash"
    /// A file or folder that git ignores has the name.
    case ignored = "ignored-in-the-way"
    /// A link, a device or the like has the name, or that of a parent folder.
    case inTheWay = "in-the-way"
    case refusedName = "name-refused"
    /// It has more bytes than tl reads.
    case tooLarge = "too-large"
    /// It has uncommitted changes here, which stay.
    case held = "changes-held-back"
  }
}

/// The list of files that are kept in git only, in `.tl/local/sync/kept-in-git`: per line reason and path.
///
/// A file is kept in git only if git's index has its mark too.
package enum GitOnlyFiles {
  /// In byte order of the paths; ignores invalid lines.
  package static func read(_ vault: VaultFolder) throws(StoreError) -> [GitOnlyFile] {
    try SyncRecordFile.lines(of: VaultLayout.gitOnly, words: 1, in: vault)
      .compactMap(file).sorted { $0.path < $1.path }
  }

  private static func file(_ line: SyncRecordFile.Line) -> GitOnlyFile? {
    guard ArrivingPath.refusal(of: line.path.bytes) == nil else { return nil }
    return GitOnlyFile.Reason(rawValue: line.words[0]).map {
      GitOnlyFile(path: line.path, reason: $0)
    }
  }

  /// Changes the list, and writes it if it differs; the caller holds the `write` lock.
  package static func update(
    _ vault: VaultFolder, _ change: (inout [VaultPath: GitOnlyFile]) -> Void
  ) throws {
    let old = try read(vault)
    var files = Dictionary(old.map { ($0.path, $0) }) { first, _ in first }
    change(&files)
    let new = files.values.sorted { $0.path < $1.path }
    guard new != old else { return }
    let lines = new.map { (words: [$0.reason.rawValue], path: $0.path) }
    try SyncRecordFile.write(lines, at: VaultLayout.gitOnly, in: vault)
  }
}
