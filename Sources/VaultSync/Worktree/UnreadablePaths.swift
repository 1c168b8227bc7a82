internal import VaultFormat

/// Paths that could not be read: a missing file at or below them does not count as deleted.
struct UnreadablePaths {
  /// Whether the root could not be read.
  var containsAll = false
  /// Folders whose ignore rules could not be read, with the file of the rules.
  var withoutRules: [(folder: VaultPath?, file: VaultPath)] = []
  private var paths: Set<VaultPath> = []

  mutating func insert(_ path: VaultPath) { paths.insert(path) }

  func contains(_ path: VaultPath) -> Bool {
    if containsAll { return true }
    if paths.isEmpty { return false }
    var candidate: VaultPath? = path
    while let path = candidate {
      if paths.contains(path) { return true }
      candidate = path.parent
    }
    return false
  }

  /// The unreadable ignore file that might have excluded a path.
  func fileOfRules(for path: VaultPath) -> VaultPath? {
    withoutRules.first { rules in rules.folder.map { path.isBelow($0) } ?? true }?.file
  }
}
