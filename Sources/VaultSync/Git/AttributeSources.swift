internal import VaultFormat
internal import VaultStore

extension Repository {
  /// Whether git could do anything to the content of any file; where not, `filterNeed(of:)` would
  /// say `.none` for every path and need not be asked.
  ///
  /// Counted is what the settings say, the attribute files of the system, the user and the
  /// repository, and the `.gitattributes` of the index. One in the work tree that the index does not
  /// know counts for git too: whoever walks through the folder asks for each path once one turns up.
  package func mayFilter(index: GitIndex) throws(GitError) -> Bool {
    if try changesLineEndsUnasked() { return true }
    if index.hasName(".gitattributes") { return true }
    if try mayFilterFromAbove() { return true }
    return try mayFilterByCommonFiles()
  }

  /// By the `.gitattributes` of the folders above the vault.
  private func mayFilterFromAbove() throws(GitError) -> Bool {
    guard prefix != nil else { return false }
    if try readWholeIndex().hasName(".gitattributes") { return true }
    for folder in foldersAbove {
      let content = try naming("read git's attributes") { () throws(SystemError) in
        try GitFolder(path: folder.path).content(of: ".gitattributes")
      }
      if let content, mentionsFilters(content.bytes) { return true }
    }
    return false
  }

  private func mayFilterByCommonFiles() throws(GitError) -> Bool {
    let own = GitFolder(path: commonFolder)
    var files = [own.path(of: "info/attributes")]
    files.append(contentsOf: try GitLibrary.attributeFiles())
    if let named = try configuration().path("core.attributesFile") { files.append(named) }
    for file in files {
      // Git takes such a path from the folder in which it was started.
      guard file.hasPrefix("/") else { return true }
      let content = try naming("read git's attributes") { () throws(SystemError) in
        try GitFolder(path: "/").content(of: String(file.dropFirst()))
      }
      if let content, mentionsFilters(content.bytes) { return true }
    }
    return false
  }
}

/// Whether a file of attributes could give a path one that changes content.
///
/// Looks for the names of those attributes anywhere, in patterns and comments too: saying yes too
/// often costs time, saying no once too often would cost content.
func mentionsFilters(_ bytes: [UInt8]) -> Bool {
  let names = ["text", "crlf", "eol", "ident", "filter", "encoding", "binary", "[attr]"]
  return bytes.withUnsafeBufferPointer { buffer in
    names.contains { name in
      let name = Array(name.utf8)
      guard buffer.count >= name.count else { return false }
      return (0...buffer.count - name.count).contains {
        buffer[$0] == name[0] && buffer[$0..<$0 + name.count].elementsEqual(name)
      }
    }
  }
}

extension GitIndex {
  /// Whether some path ends in this component.
  func hasName(_ name: String) -> Bool {
    let name = Array(name.utf8)
    return records.indices.contains { position in
      withPath(at: position) { path in
        guard path.count >= name.count, path.suffix(name.count).elementsEqual(name) else {
          return false
        }
        return path.count == name.count || path[path.count - name.count - 1] == UInt8(ascii: "/")
      }
    }
  }
}
