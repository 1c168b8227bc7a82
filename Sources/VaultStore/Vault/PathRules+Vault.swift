internal import SystemCalls
package import VaultFormat

/// The path rules of a vault on disk.
extension PathRules {
  /// The rules of the vault on disk; an unreadable file excludes nothing.
  ///
  /// - Parameters:
  ///   - templates: of the setting; if nil, it is read from the vault.
  ///   - changed: files that count as existing too, such as those of a commit.
  package convenience init(
    of vault: VaultFolder, templates: [VaultPath]? = nil, with changed: [VaultPath] = []
  ) {
    // Only media folders ask for it.
    lazy var known = Set(changed)
    self.init(
      templates: templates ?? VaultConfiguration(of: vault).templates,
      ignoreFile: { try? vault.read($0, limit: 1 << 20).bytes },
      holdsFile: { vault.holdsFile($0) || known.contains($0) })
  }
}

extension VaultFolder {
  /// Whether a regular file is at a path.
  package func holdsFile(_ path: VaultPath) -> Bool { (try? status(path))?.kind == .file }
}
