internal import VaultFormat

extension Set<VaultPath> {
  /// Whether the set has a path, or one of its parent folders.
  func covers(_ path: VaultPath) -> Bool {
    !isEmpty && (contains(path) || path.foldersAbove.contains(where: contains))
  }
}
