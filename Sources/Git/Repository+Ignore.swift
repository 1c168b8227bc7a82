internal import CGit2
package import VaultFormat

extension Repository {
  /// Whether git ignores a path: by `.gitignore` files, `info/exclude` and `core.excludesFile`.
  ///
  /// True too if a folder above it is ignored. Independent of whether the file is tracked.
  package func isIgnored(_ path: VaultPath, isFolder: Bool) throws(GitError) -> Bool {
    var ignored: Int32 = 0
    let slash: [UInt8] = isFolder ? [UInt8(ascii: "/")] : []
    let status = withCString(gitPath(path) + slash) {
      git_ignore_path_is_ignored(&ignored, handle, $0)
    }
    try check(status, "read git's ignore rules")
    return ignored != 0
  }

  /// Whether git ignores the folder of the vault.
  package func ignoresVault() throws(GitError) -> Bool {
    guard let prefix else { return false }
    var ignored: Int32 = 0
    let status = withCString(prefix.bytes + [UInt8(ascii: "/")]) {
      git_ignore_path_is_ignored(&ignored, handle, $0)
    }
    try check(status, "read git's ignore rules")
    return ignored != 0
  }
}
