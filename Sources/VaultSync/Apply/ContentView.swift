internal import Git
internal import VaultFormat
internal import VaultStore

/// What git's contents and the bytes in the folder have to do with each other, by the attributes of one moment.
///
/// Mostly they are the same; where attributes or settings change line ends, or name filters, they are not.
final class ContentView {
  /// As its work tree is at that moment.
  private let repository: Repository
  /// Nil where git does nothing to any file.
  private let needs: FilterNeeds?
  /// Nil where there is no git program.
  private let filters: GitFilters?
  /// Where attributes are looked for instead of the folder: must last as long as the repository looks there.
  private let view: AttributeView?

  init(
    _ repository: Repository, _ needs: FilterNeeds?, _ filters: GitFilters?,
    in view: AttributeView? = nil
  ) {
    self.repository = repository
    self.needs = needs
    self.filters = filters
    self.view = view
  }

  /// The folder as it is.
  convenience init(
    of vault: VaultFolder, _ index: GitIndex, _ repository: Repository, _ program: FilterProgram?
  ) throws(GitError) {
    guard try repository.mayFilter(index: index) else {
      self.init(repository, nil, nil)
      return
    }
    self.init(
      repository, FilterNeeds(repository, try AttributeLookup(in: vault, index, repository)),
      program.map {
        GitFilters($0, repository, vault, view: AttributeView(repository, vault, index))
      })
  }

  func need(of path: VaultPath) throws(GitError) -> FilterNeed {
    try needs?.need(of: path) ?? .none
  }

  /// Whether git keeps the bytes of the folder's file.
  func isKeptAsItIs(_ path: VaultPath) throws(GitError) -> Bool {
    try need(of: path) == .none
  }

  /// Whether only the git program makes the file's bytes.
  func isFiltered(_ path: VaultPath) throws(GitError) -> Bool {
    try need(of: path).isOfProgram
  }

  /// Whether that program is missing.
  func lacksProgram(for path: VaultPath) throws(GitError) -> Bool {
    guard filters == nil else { return false }
    return try isFiltered(path)
  }

  /// The bytes that a file gets in the folder.
  ///
  /// - Throws: `FilterFailure` where a filter fails.
  func bytes(of entry: TreeEntry, at path: VaultPath) throws -> [UInt8] {
    switch try need(of: path) {
    case .none: return try repository.blob(entry.id)
    case .text: return try repository.worktreeContent(of: entry.id, at: path)
    case .driver, .encoding:
      guard let filters else { throw ApplyError.needsGit([path]) }
      do {
        return try filters.shown(entry.id, at: path)
      } catch {
        guard let bytes = plainBytes(of: entry, at: path, filters) else { throw error }
        return bytes
      }
    }
  }

  /// The bytes of an entry which the filter refuses although it works: a device recorded them that did not know of
  /// the filter.
  ///
  /// - Returns: nil where the filter does not work on this device, as without its key: nothing says then what made
  ///   the entry.
  private func plainBytes(
    of entry: TreeEntry, at path: VaultPath, _ filters: GitFilters
  ) -> [UInt8]? {
    guard let bytes = try? repository.blob(entry.id),
      let kept = try? filters.kept(bytes, at: path, writes: true),
      (try? filters.shown(kept, at: path)) == bytes
    else { return nil }
    // What failed once for another reason.
    return (try? filters.shown(entry.id, at: path)) ?? bytes
  }

  /// The bytes of which git keeps the entry, made of it by the filter; nil where that fails, or git would keep
  /// something else of them: then the entry was not made by the filter.
  func madeBytes(of entry: TreeEntry, at path: VaultPath) throws -> [UInt8]? {
    guard try isFiltered(path) else { return try repository.blob(entry.id) }
    guard let filters, let bytes = try? filters.shown(entry.id, at: path),
      (try? filters.kept(bytes, at: path, writes: false)) == entry.id
    else { return nil }
    return bytes
  }

  /// Whether a file of the folder holds what the entry says.
  ///
  /// - Parameters:
  ///   - hash: of its bytes as they are.
  ///   - proof: what git's index proves that the file holds.
  func isContent(
    _ file: FileContent, hash: ObjectID, of entry: TreeEntry, at path: VaultPath, proof: ObjectID?
  ) throws -> Bool {
    if hash == entry.id || proof == entry.id { return true }
    switch try need(of: path) {
    case .none: return false
    case .text:
      if try bytes(of: entry, at: path) == file.bytes { return true }
      return try Repository.blobID(of: repository.cleaned(file.bytes, at: path)) == entry.id
    case .driver, .encoding:
      guard let filters else { return false }
      // A filter that fails says nothing about the file, which then counts as changed.
      if (try? filters.kept(file, at: path, writes: false)) == entry.id { return true }
      return (try? filters.shown(entry.id, at: path)) == file.bytes
    }
  }
}
