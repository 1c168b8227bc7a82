package import VaultFormat
package import VaultStore

/// What came of applying a change set.
package enum ApplyOutcome: Hashable, Sendable {
  case done(ApplyReport)
  /// These files have changes that are not committed, or git's index has other content for them. All
  /// is as it was before.
  case changedMeanwhile([VaultPath])
  /// The branch is not where the change set begins, or another one is checked out. All is as it was
  /// before.
  case branchMoved
}

/// What was done to the folder.
package struct ApplyReport: Hashable, Sendable {
  /// Files that have new content, in byte order.
  package var written: [VaultPath] = []
  package var removed: [VaultPath] = []
  /// What git alone has now and was not kept for this reason before.
  package var kept: [KeptFile] = []
  /// What another program saved into a file in the very moment when that was replaced for good.
  package var leftovers: [TrashEntry] = []
}

/// What recovery found and did.
package enum RecoveryReport: Hashable, Sendable {
  /// Nothing was unfinished.
  case nothing
  /// The branch had been moved: what was left over was tidied away.
  case finished(branch: String, leftovers: [TrashEntry])
  /// The folder and the index are as they were before, but for the files that were changed since,
  /// which are as they were found.
  case undone(branch: String, changedSince: [VaultPath], leftovers: [TrashEntry])
  /// A journal that another device wrote; nothing in it was acted on. It is at this path.
  case foreign(VaultPath)
  /// A journal that cannot be read, at this path.
  case damaged(VaultPath)
}

/// Why nothing was applied.
package enum ApplyError: Error, Hashable, Sendable {
  /// Paths that may not arrive.
  case refused([RefusedPath])
  /// Files whose bytes a program makes that `.gitattributes` name, or that are not in UTF-8: only
  /// git itself can write them.
  case needsGit([VaultPath])
  /// An earlier run was interrupted; `recover` first.
  case unfinished
}

extension ApplyError: CustomStringConvertible {
  /// Reads after "cannot apply: ".
  package var description: String {
    switch self {
    case .refused(let paths):
      "\(paths.first.map { "\($0.text): \($0)" } ?? "")"
        + (paths.count > 1 ? ", and \(paths.count - 1) more" : "")
    case .needsGit(let paths):
      "\(paths.first?.text ?? ""): only git can write this file"
        + (paths.count > 1 ? ", and \(paths.count - 1) more" : "")
    case .unfinished: "an earlier sync was interrupted"
    }
  }
}
