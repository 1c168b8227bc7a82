internal import System
package import VaultFormat

/// What a walk gives of a folder.
package enum WalkScope: Sendable {
  /// Notes, their media folders, and what else stands beside them; by the rules of `.tlignore`.
  case notes
  /// Every file, hidden ones too, as git sees a work tree; by the rules of `.gitignore`.
  case everything(EverythingRules)
}

/// The ignore rules of a walk through everything.
package struct EverythingRules: Sendable {
  /// Of git's files outside the work tree; a `.gitignore` decides before them.
  package var outer: IgnoreRules
  /// Whether a folder that is ignored has to be entered all the same, because git tracks something
  /// in it.
  package var entersIgnored: @Sendable (VaultPath) -> Bool

  package init(
    outer: IgnoreRules = IgnoreRules(),
    entersIgnored: @escaping @Sendable (VaultPath) -> Bool = { _ in false }
  ) {
    self.outer = outer
    self.entersIgnored = entersIgnored
  }
}

extension WalkScope {
  var outerRules: IgnoreRules {
    if case .everything(let rules) = self { rules.outer } else { IgnoreRules() }
  }

  /// The name of the files that add rules.
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

/// A folder found in another, to be walked into.
struct WalkedSubfolder: Sendable {
  var name: [UInt8]
  var isIgnored = false
}

/// What was found in one folder.
struct SortedFolder {
  /// Each followed by NUL.
  var names: [UInt8] = []
  var entries: [WalkBatch.Entry] = []
  var folders: [WalkedSubfolder] = []

  mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ kind: WalkedKind) {
    entries.append(
      WalkBatch.Entry(
        start: Int32(truncatingIfNeeded: names.count), count: Int32(truncatingIfNeeded: name.count),
        kind: kind))
    names.append(contentsOf: name)
    names.append(0)
  }
}
