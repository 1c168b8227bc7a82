package import Git
package import VaultFormat

/// How a commit comes to be of a tree.
package struct CommitMaking {
  /// Makes a commit of a tree, its parents and a message, as an object: no reference moves, no hook runs.
  package var make: (_ tree: ObjectID, _ parents: [ObjectID], _ message: String) throws -> ObjectID
  /// Makes a commit of a tree on the branch that is checked out and moves the branch to it, where hooks have a
  /// say; nil where none are.
  package var commitWithHooks: ((_ tree: ObjectID, HookedCommit) throws -> ObjectID?)?

  package init(
    _ make:
      @escaping (_ tree: ObjectID, _ parents: [ObjectID], _ message: String) throws ->
      ObjectID
  ) {
    self.make = make
  }
}

/// A commit that hooks may change or refuse.
package struct HookedCommit {
  /// The full name of the branch that is checked out.
  package var branch: String
  /// Where the branch is; nil where it has no commit.
  package var parent: ObjectID?
  package var message: String
  package var waiting: WaitingPaths
}

/// Files and folders of which nothing gets into a commit, whatever a hook stages: they differ from the branch on
/// purpose.
package struct WaitingPaths: Sendable {
  private let paths: Set<VaultPath>

  package init(_ paths: some Sequence<VaultPath>) { self.paths = Set(paths) }

  func contains(_ path: VaultPath) -> Bool {
    paths.contains(path) || path.foldersAbove.contains { paths.contains($0) }
  }
}
