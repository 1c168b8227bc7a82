internal import VaultFormat

/// Held files and folders: they differ from the branch on purpose, so no commit includes them, even if a hook stages them.
struct HeldPaths: Sendable {
  private let paths: Set<VaultPath>

  init(_ paths: some Sequence<VaultPath>) { self.paths = Set(paths) }

  func contains(_ path: VaultPath) -> Bool {
    paths.contains(path) || path.foldersAbove.contains { paths.contains($0) }
  }
}
