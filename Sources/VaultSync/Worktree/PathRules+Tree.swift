internal import Git
internal import VaultFormat
internal import VaultStore

extension Repository {
  /// The notes of a tree, by its own `.tlignore` and settings, or else the folder's settings.
  func notes(inTree tree: ObjectID?) throws -> Set<VaultPath> {
    var candidates: Set<VaultPath> = []
    var ignoreFiles: [VaultPath: ObjectID] = [:]
    var settings: VaultConfiguration?
    try forEachFile(inTree: tree) { path, entry in
      guard entry.mode.isRegular else { return }
      if path.name.elementsEqual(IgnoreRules.fileName) { ignoreFiles[path] = entry.id }
      if path == VaultLayout.configuration {
        settings = VaultConfiguration(parsing: try blob(entry.id, limit: 1 << 20))
      }
      if path.isNoteByName { candidates.insert(path) }
    }
    settings = settings ?? (try? VaultFolder(opening: vaultRoot)).map { VaultConfiguration(of: $0) }
    let rules = PathRules(
      templates: settings?.templates ?? [],
      ignoreFile: { path in ignoreFiles[path].flatMap { try? self.blob($0, limit: 1 << 20) } },
      holdsFile: candidates.contains)
    return candidates.filter(rules.isNote)
  }

  /// The rules of the folder with changed files: a deleted note had its media.
  func pathRules(changing changed: [VaultPath]) -> PathRules {
    guard let vault = try? VaultFolder(opening: vaultRoot) else { return PathRules() }
    return PathRules(of: vault, with: changed)
  }
}

extension Set<VaultPath> {
  /// Whether the set has a path, or one of its parent folders.
  func covers(_ path: VaultPath) -> Bool {
    !isEmpty && (contains(path) || path.foldersAbove.contains(where: contains))
  }
}
