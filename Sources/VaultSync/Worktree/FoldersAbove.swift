internal import VaultFormat

extension VaultPath {
  /// The innermost first.
  var foldersAbove: [VaultPath] {
    var folders: [VaultPath] = []
    var folder = parent
    while let path = folder {
      folders.append(path)
      folder = path.parent
    }
    return folders
  }
}

extension Set<VaultPath> {
  /// Whether the set has a path, or one of its parent folders.
  func covers(_ path: VaultPath) -> Bool {
    !isEmpty && (contains(path) || path.foldersAbove.contains(where: contains))
  }
}
