package import Git
package import VaultFormat
internal import VaultStore

/// The conversion of files by git, by the attributes of one version.
///
/// `AttributeLookup` decides which program runs, since plain content would leak if tl missed a filter; line ends are
/// converted by libgit2, which reads the attributes itself.
final class FilterNeeds {
  private let repository: Repository
  private let lookup: AttributeLookup
  private var known: [VaultPath: FilterNeed] = [:]

  /// - Parameter repository: with the work tree whose attributes decide on line ends.
  init(_ repository: Repository, _ lookup: AttributeLookup) {
    self.repository = repository
    self.lookup = lookup
  }

  func need(of path: VaultPath) throws(GitError) -> FilterNeed {
    if let need = known[path] { return need }
    let need = try find(path)
    known[path] = need
    return need
  }

  private func find(_ path: VaultPath) throws(GitError) -> FilterNeed {
    let values: [String: AttributeValue]
    do {
      values = try lookup.values(of: ["filter", "working-tree-encoding"], at: path)
    } catch {
      throw (error as? GitError)
        ?? GitError(.other, operation: "read git's attributes", message: "\(error)")
    }
    if case .value(let driver)? = values["filter"], !driver.isEmpty { return .driver(driver) }
    switch values["working-tree-encoding"] {
    case nil, .unspecified: break
    case .value(let name) where name.isEmpty || Self.isUTF8(name): break
    case .value(let name): return .encoding(name)
    // Git rejects both as errors.
    case .set, .unset: return .encoding("")
    }
    return try repository.convertsText(of: path) ? .text : .none
  }

  private static func isUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8"].contains(name.lowercased())
  }
}

extension Repository {
  /// The conversion of a file at this path of the work tree.
  package func filterNeed(of path: VaultPath) throws(GitError) -> FilterNeed {
    try filterNeeds(readIndex()).need(of: path)
  }

  /// The filters of many paths of the folder; nil if no file is converted.
  ///
  /// - Parameter changes: may have attribute files that the index lacks.
  func filterNeedsOfFolder(_ changes: [TreeChange]) throws(GitError) -> FilterNeeds? {
    let index = try readIndex()
    let bringsAttributes = changes.contains {
      $0.path.name.elementsEqual(AttributeView.attributes)
    }
    if bringsAttributes { return try filterNeeds(index) }
    return try mayFilter(index: index) ? filterNeeds(index) : nil
  }

  /// The filters of many paths, by this index.
  func filterNeeds(_ index: GitIndex) throws(GitError) -> FilterNeeds {
    let vault: VaultFolder
    do {
      vault = try VaultFolder(opening: vaultRoot)
    } catch {
      throw GitError(.other, operation: "read git's attributes", message: "\(error)")
    }
    return FilterNeeds(self, try AttributeLookup(in: vault, index: index, repository: self))
  }
}
