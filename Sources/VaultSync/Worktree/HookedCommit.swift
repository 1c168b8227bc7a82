internal import Git
internal import VaultFormat

/// A commit that hooks may change or refuse.
struct HookedCommit {
  /// The full name of the branch that is checked out.
  var branch: String
  /// Where the branch is; nil where it has no commit.
  var parent: ObjectID?
  var message: String
  var waiting: WaitingPaths
}

/// Files and folders of which nothing gets into a commit, whatever a hook stages: they differ from the branch on
/// purpose.
struct WaitingPaths: Sendable {
  private let paths: Set<VaultPath>

  init(_ paths: some Sequence<VaultPath>) { self.paths = Set(paths) }

  func contains(_ path: VaultPath) -> Bool {
    paths.contains(path) || path.foldersAbove.contains { paths.contains($0) }
  }
}
