package import VaultFormat

/// The mode of a file in a tree.
package enum FileMode: UInt32, Hashable, Sendable {
  case file = 0o100644
  case executable = 0o100755
  /// A symbolic link. Kept in git, never written to the vault or followed.
  case link = 0o120000
  /// A commit of another repository. Kept in git, never written to the vault.
  case submodule = 0o160000

  /// A regular file, which can be in a vault.
  package var isRegular: Bool { self == .file || self == .executable }
}

/// A file of a tree: its object and mode.
package struct TreeEntry: Hashable, Sendable {
  package var id: ObjectID
  package var mode: FileMode

  package init(id: ObjectID, mode: FileMode = .file) {
    self.id = id
    self.mode = mode
  }
}

/// A path at which two trees differ.
///
/// If a folder becomes a file, there is a change for every file of the folder.
package struct TreeChange: Hashable, Sendable {
  package var path: VaultPath
  /// Nil if the path is new.
  package var old: TreeEntry?
  /// Nil if the path was removed.
  package var new: TreeEntry?

  package init(path: VaultPath, old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

extension [TreeChange] {
  /// The new paths of others that no vault takes.
  package var refusedPaths: [RefusedPath] {
    filter { $0.new != nil }.compactMap { ArrivingPath.refusal(of: $0.path.bytes) }
  }
}
