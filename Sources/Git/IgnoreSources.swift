internal import System
package import VaultFormat

extension Repository {
  /// The rules of what git ignores that stand outside of the vault: in the repository's
  /// `info/exclude`, in the user's own file and in the `.gitignore` of the folders above the vault.
  ///
  /// A `.gitignore` decides before them.
  package func outerIgnoreRules() throws(GitError) -> IgnoreRules {
    var rules = IgnoreRules()
    for file in try userIgnoreFiles() + [SystemFolder(path: commonFolder).path(of: "info/exclude")]
    {
      let content = try naming("read what git ignores") { () throws(SystemError) in
        try SystemFolder(path: "/").content(of: String(file.drop { $0 == "/" }))
      }
      if let content { rules = rules.adding(content.bytes, in: nil, seenFrom: prefix) }
    }
    for folder in foldersAbove {
      let content = try naming("read what git ignores") { () throws(SystemError) in
        try SystemFolder(path: folder.path).content(of: ".gitignore")
      }
      if let content { rules = rules.adding(content.bytes, in: nil, seenFrom: folder.vault) }
    }
    return rules
  }

  private func userIgnoreFiles() throws(GitError) -> [String] {
    if let named = try configuration().path("core.excludesFile") {
      // Git takes another one from the folder in which it was started.
      return named.hasPrefix("/") ? [named] : []
    }
    return try GitLibrary.folders(.userXDG).map { "\($0)/ignore" }
  }
}
