internal import SystemCalls
package import VaultFormat

/// Which files a walk returns.
package enum WalkScope: Sendable {
  /// Notes, their media folders, and the other files beside them; by the rules of `.tlignore`.
  case notes
  /// Every file, including hidden ones, as git sees a work tree; by the rules of `.gitignore`.
  case everything(EverythingRules)

  var outerRules: IgnoreRules {
    if case .everything(let rules) = self { rules.outer } else { IgnoreRules() }
  }

  /// The name of the ignore files.
  var ignoreFileName: [UInt8] {
    if case .everything = self { Array(".gitignore".utf8) } else { IgnoreRules.fileName }
  }

  func sort(
    _ folder: WalkedFolder, excluding excluded: Set<VaultPath>
  ) throws(SystemError) -> SortedFolder {
    switch self {
    case .notes: try FolderSorter.sort(folder, excluding: excluded)
    case .everything(let rules): try EverythingSorter.sort(folder, rules)
    }
  }
}

/// The ignore rules of a walk of everything.
package struct EverythingRules: Sendable {
  /// The rules of git's files outside the work tree; a `.gitignore` has precedence.
  package var outer: IgnoreRules
  /// Whether to enter an ignored folder, because it has a tracked file.
  package var entersIgnored: @Sendable (VaultPath) -> Bool

  package init(
    outer: IgnoreRules = IgnoreRules(),
    entersIgnored: @escaping @Sendable (VaultPath) -> Bool = { _ in false }
  ) {
    self.outer = outer
    self.entersIgnored = entersIgnored
  }
}
