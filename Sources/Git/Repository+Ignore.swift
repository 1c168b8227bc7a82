internal import CGit2
package import VaultFormat

extension Repository {
  /// Whether git's rules leave a path out: `.gitignore` files, `info/exclude`, `core.excludesFile`.
  ///
  /// So it is too when a folder above it is left out. Says nothing about files that git knows
  /// already: those it goes on following.
  package func isIgnored(_ path: VaultPath, isFolder: Bool) throws(GitError) -> Bool {
    var ignored: Int32 = 0
    let slash: [UInt8] = isFolder ? [UInt8(ascii: "/")] : []
    let status = withCString(gitPath(path) + slash) {
      git_ignore_path_is_ignored(&ignored, handle, $0)
    }
    try check(status, "read what git ignores")
    return ignored != 0
  }

  /// Whether git's rules leave out the folder in which the vault is, and so all of it.
  package func ignoresVault() throws(GitError) -> Bool {
    guard let prefix else { return false }
    var ignored: Int32 = 0
    let status = withCString(prefix.bytes + [UInt8(ascii: "/")]) {
      git_ignore_path_is_ignored(&ignored, handle, $0)
    }
    try check(status, "read what git ignores")
    return ignored != 0
  }
}
