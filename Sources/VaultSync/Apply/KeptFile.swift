package import VaultFormat
package import VaultStore

/// A file that git has and the folder cannot have.
///
/// It is marked in git's index (`skip-worktree`), so that it does not count as deleted. Every apply tries it again.
package struct KeptFile: Hashable, Sendable {
  package var path: VaultPath
  package var reason: Reason

  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The file system takes its name for that of another existing file or folder.
    case clash = "name-clash"
    /// A file or folder that git ignores has the name.
    case ignored = "ignored-in-the-way"
    /// A link, a device or the like has the name, or that of a parent folder.
    case inTheWay = "in-the-way"
    /// The file system refuses the name.
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
package enum KeptFiles {
  /// In byte order of the paths; ignores invalid lines.
  package static func read(_ vault: VaultFolder) throws(StoreError) -> [KeptFile] {
    try SyncRecordFile.lines(of: VaultLayout.keptInGit, words: 1, in: vault)
      .compactMap(file).sorted { $0.path < $1.path }
  }

  private static func file(_ line: SyncRecordFile.Line) -> KeptFile? {
    guard ArrivingPath.refusal(of: line.path.bytes) == nil else { return nil }
    return KeptFile.Reason(rawValue: line.words[0]).map { KeptFile(path: line.path, reason: $0) }
  }

  /// Changes the list, and writes it if it differs; the caller holds the `write` lock.
  static func update(
    _ vault: VaultFolder, _ change: (inout [VaultPath: KeptFile]) -> Void
  ) throws {
    let old = try read(vault)
    var files = Dictionary(old.map { ($0.path, $0) }) { first, _ in first }
    change(&files)
    let new = files.values.sorted { $0.path < $1.path }
    guard new != old else { return }
    let lines = new.map { (words: [$0.reason.rawValue], path: $0.path) }
    try SyncRecordFile.write(lines, at: VaultLayout.keptInGit, in: vault)
  }
}
