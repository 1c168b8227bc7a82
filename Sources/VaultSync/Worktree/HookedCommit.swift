internal import Git
internal import VaultFormat

/// A commit that hooks may change or refuse.
struct HookedCommit {
  /// The full name of the checked-out branch.
  var branch: String
  /// The branch's commit; nil if it has none.
  var parent: ObjectID?
  var message: String
  var waiting: WaitingPaths
}

/// Held files and folders, which no commit gets, even if a hook stages them: they differ from the branch on purpose.
struct WaitingPaths: Sendable {
  private let paths: Set<VaultPath>

  init(_ paths: some Sequence<VaultPath>) { self.paths = Set(paths) }

  func contains(_ path: VaultPath) -> Bool {
    paths.contains(path) || path.foldersAbove.contains { paths.contains($0) }
  }
}
