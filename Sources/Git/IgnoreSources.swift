internal import SystemCalls
package import VaultFormat

extension Repository {
  /// The ignore rules outside of the vault: from the repository's `info/exclude`, the user's own file and the
  /// `.gitignore` of the folders above the vault.
  ///
  /// A `.gitignore` in the vault has precedence.
  package func outerIgnoreRules() throws(GitError) -> IgnoreRules {
    var rules = IgnoreRules()
    for file in try userIgnoreFiles() + [SystemFolder(path: commonFolder).path(of: "info/exclude")]
    {
      let content = try asGitError("read git's ignore rules") { () throws(SystemError) in
        try SystemFolder(path: "/").content(of: String(file.drop { $0 == "/" }))
      }
      if let content { rules = rules.adding(content.bytes, in: nil, seenFrom: prefix) }
    }
    for folder in foldersAbove {
      let content = try asGitError("read git's ignore rules") { () throws(SystemError) in
        try SystemFolder(path: folder.path).content(of: ".gitignore")
      }
      if let content { rules = rules.adding(content.bytes, in: nil, seenFrom: folder.vault) }
    }
    return rules
  }

  private func userIgnoreFiles() throws(GitError) -> [String] {
    if let named = try configuration().path("core.excludesFile") {
      // A relative path depends on the folder where git runs.
      return named.hasPrefix("/") ? [named] : []
    }
    return try GitLibrary.folders(.userXDG).map { "\($0)/ignore" }
  }
}
