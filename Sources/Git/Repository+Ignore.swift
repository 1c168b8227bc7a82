internal import CGit2
internal import SystemCalls
package import VaultFormat

extension Repository {
  /// Whether git ignores a path: by `.gitignore` files, `info/exclude` and `core.excludesFile`.
  ///
  /// True too if a folder above it is ignored. Independent of whether the file is tracked.
  package func isIgnored(_ path: VaultPath, isFolder: Bool) throws(GitError) -> Bool {
    try ignores(gitPath(path) + (isFolder ? [UInt8(ascii: "/")] : []))
  }

  /// Whether git ignores the folder of the vault.
  package func ignoresVault() throws(GitError) -> Bool {
    guard let prefix else { return false }
    return try ignores(prefix.bytes + [UInt8(ascii: "/")])
  }

  /// - Parameter path: in the repository; that of a folder ends with a slash.
  private func ignores(_ path: [UInt8]) throws(GitError) -> Bool {
    var ignored: Int32 = 0
    let status = withCString(path) { git_ignore_path_is_ignored(&ignored, handle, $0) }
    try check(status, Self.readingRules)
    return ignored != 0
  }

  private static let readingRules = "read git's ignore rules"

  /// The ignore rules outside of the vault: from the repository's `info/exclude`, the user's own file and the
  /// `.gitignore` of the folders above the vault.
  ///
  /// A `.gitignore` in the vault has precedence.
  package func outerIgnoreRules() throws(GitError) -> IgnoreRules {
    var files = try userIgnoreFiles().map { (path: $0, vault: prefix) }
    files.append((SystemFolder(path: commonFolder).path(of: "info/exclude"), prefix))
    for folder in foldersAbove { files.append((folder.path + ".gitignore", folder.vault)) }
    var rules = IgnoreRules()
    for file in files {
      guard let content = try outsideContent(file.path, Self.readingRules) else { continue }
      rules = rules.adding(content, in: nil, seenFrom: file.vault)
    }
    return rules
  }

  /// The content of a file of rules that may be outside of the work tree, by its absolute path; nil if it does not exist.
  func outsideContent(_ path: String, _ operation: String) throws(GitError) -> [UInt8]? {
    let content = try asGitError(operation) { () throws(SystemError) in
      try SystemFolder(path: "/").content(
        of: String(path.drop { $0 == "/" }), limit: RuleFile.limit + 1)
    }
    guard let bytes = content?.bytes else { return nil }
    guard bytes.count <= RuleFile.limit else { throw RuleFile.tooLarge(path, operation) }
    return bytes
  }

  private func userIgnoreFiles() throws(GitError) -> [String] {
    if let named = try configuration().path("core.excludesFile") {
      // A relative path depends on the folder where git runs.
      return named.hasPrefix("/") ? [named] : []
    }
    return try GitLibrary.folders(.userXDG).map { "\($0)/ignore" }
  }
}
