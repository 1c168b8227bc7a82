package import VaultFormat

/// A file that git has and the folder has not, because it cannot stand there.
///
/// In git's index it is marked (`skip-worktree`), so that nobody takes it for deleted. It is tried
/// again whenever something is applied.
package struct KeptFile: Hashable, Sendable {
  package var path: VaultPath
  package var reason: Reason

  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The disk takes its name for that of another file or folder, which is there.
    case clash = "name-clash"
    /// A file or folder that git ignores has the name.
    case ignored = "ignored-in-the-way"
    /// A link, a device or the like has the name, or that of a folder above.
    case inTheWay = "in-the-way"
    /// The disk takes no such name.
    case refusedName = "name-refused"
    /// It has changes here that are not committed, which stay.
    case held = "changes-held-back"
  }

  package init(path: VaultPath, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
