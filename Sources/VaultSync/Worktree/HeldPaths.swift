internal import VaultFormat

/// Paths of which the folder says nothing that counts: what is missing at or below them is not gone.
struct HeldPaths {
  var holdsAll = false
  /// Folders whose rules could not be read, with the file that holds them.
  var withoutRules: [(folder: VaultPath?, file: VaultPath)] = []
  private var paths: Set<VaultPath> = []

  mutating func insert(_ path: VaultPath) { paths.insert(path) }

  func contains(_ path: VaultPath) -> Bool {
    if holdsAll { return true }
    if paths.isEmpty { return false }
    var candidate: VaultPath? = path
    while let path = candidate {
      if paths.contains(path) { return true }
      candidate = path.parent
    }
    return false
  }

  /// The file of rules that could have said that a path is ignored, had it been read.
  func fileOfRules(for path: VaultPath) -> VaultPath? {
    withoutRules.first { rules in rules.folder.map { path.isBelow($0) } ?? true }?.file
  }
}
