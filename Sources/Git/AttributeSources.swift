internal import SystemCalls
package import VaultFormat

extension Repository {
  /// Whether git could change the content of any file; if not, `filterNeed(of:)` is `.none` for every path and need not
  /// be called.
  ///
  /// Considers the settings, the attribute files of the system, the user and the repository, and each `.gitattributes`
  /// of the index. A `.gitattributes` in the work tree that is not in the index counts for git too: a walk that finds
  /// one has to call `filterNeed(of:)` for each path.
  package func mayFilter(index: GitIndex) throws(GitError) -> Bool {
    if try convertsLineEndingsByDefault() { return true }
    if holdsAttributes(index) { return true }
    if try mayFilterFromAbove() { return true }
    let files = try commonAttributeFiles()
    return files.isUnsure
      || ([files.own].compactMap(\.self) + files.others).contains(where: mentionsFilters)
  }

  /// From the `.gitattributes` of the folders above the vault.
  private func mayFilterFromAbove() throws(GitError) -> Bool {
    guard prefix != nil else { return false }
    if try readWholeIndex().hasName(".gitattributes") { return true }
    for folder in foldersAbove {
      let content = try outsideContent(folder.path + ".gitattributes", RuleFile.readingAttributes)
      if let content, mentionsFilters(content) { return true }
    }
    return false
  }

  /// Cached: called several times in a sync, for an index that may have very many paths.
  private func holdsAttributes(_ index: GitIndex) -> Bool {
    if let known = lastAttributeSearch, known.modified == index.modified,
      known.inode == index.inode, known.size == index.bytes.count
    {
      return known.found
    }
    let found = index.hasName(".gitattributes")
    lastAttributeSearch = (index.modified, index.inode, index.bytes.count, found)
    return found
  }

  /// Attribute files outside of the work tree.
  package struct CommonAttributeFiles {
    /// `info/attributes` of the repository, which has the highest precedence.
    package var own: [UInt8]?
    /// The attribute files of the user and of the system, which have the lowest precedence, in this order.
    package var others: [[UInt8]] = []
    /// Whether there is a file whose path is relative to the folder where git runs.
    var isUnsure = false
  }

  package func commonAttributeFiles() throws(GitError) -> CommonAttributeFiles {
    var found = CommonAttributeFiles()
    found.own = try outsideContent(
      SystemFolder(path: commonFolder).path(of: "info/attributes"), RuleFile.readingAttributes)
    let known = try GitLibrary.attributeFiles()
    var others = known.ofUser
    if let named = try configuration().path("core.attributesFile") {
      others = named.hasPrefix("/") ? [named] : []
      found.isUnsure = !named.isEmpty && others.isEmpty
    }
    for file in others + known.ofSystem {
      if let bytes = try outsideContent(file, RuleFile.readingAttributes) {
        found.others.append(bytes)
      }
    }
    return found
  }
}

/// Whether an attribute file could give a path an attribute that changes content.
///
/// Looks for the names of those attributes anywhere, in patterns and comments too: a false yes costs time, a false no
/// would cost content.
func mentionsFilters(_ bytes: [UInt8]) -> Bool {
  let names = ["text", "crlf", "eol", "ident", "filter", "encoding", "binary", "[attr]"]
  return names.contains { bytes.contains($0.utf8) }
}

extension GitIndex {
  package func hasName(_ name: String) -> Bool {
    let name = Array(name.utf8)
    return records.indices.contains { isNamed(name, at: $0) }
  }

  /// The paths whose last component is this name.
  package func paths(named name: [UInt8]) -> [VaultPath] {
    records.indices.compactMap { isNamed(name, at: $0) ? path(at: $0) : nil }
  }

  private func isNamed(_ name: [UInt8], at position: Int) -> Bool {
    withPath(at: position) { path in
      guard path.count >= name.count, path.suffix(name.count).elementsEqual(name) else {
        return false
      }
      return path.count == name.count || path[path.count - name.count - 1] == UInt8(ascii: "/")
    }
  }
}
