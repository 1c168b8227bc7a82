package import VaultFormat

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
    /// It has uncommitted changes here, which stay.
    case held = "changes-held-back"
  }

  package init(path: VaultPath, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
