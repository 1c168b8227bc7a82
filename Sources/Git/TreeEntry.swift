package import VaultFormat

/// What a file of a tree is to git.
package enum FileMode: UInt32, Hashable, Sendable {
  case file = 0o100644
  case executable = 0o100755
  /// Its content is where it leads. Kept in git, never written to the vault nor followed.
  case link = 0o120000
  /// A commit of another repository. Kept in git, never written to the vault.
  case submodule = 0o160000

  /// A regular file, which can stand in a vault.
  package var isRegular: Bool { self == .file || self == .executable }
}

/// A file of a tree: what it is, and the object with its content.
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
/// A folder that became a file gives a change for every file that was in it.
package struct TreeChange: Hashable, Sendable {
  package var path: VaultPath
  /// Nil where the path is new.
  package var old: TreeEntry?
  /// Nil where the path is gone.
  package var new: TreeEntry?

  package init(path: VaultPath, old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }
}
