internal import Git
internal import VaultFormat
internal import VaultStore

/// The relation between blobs and the bytes in the folder, by the attributes of one version.
///
/// Mostly they are equal, unless attributes or settings convert line ends, or name filters. The attributes are read only
/// if they could do so, and when that is first asked.
final class ContentView {
  /// The repository with the work tree of that version.
  let repository: Repository
  private let vault: VaultFolder
  let index: GitIndex
  /// Nil without the git program.
  let filters: GitFilters?
  /// New contents of attribute files; empty bytes for a removed one.
  private let replacements: [VaultPath: [UInt8]]
  /// The folder of attribute files that the repository reads instead; must live as long.
  private let view: AttributeView?
  /// Whether the folder has attribute files that the index lacks.
  var hasOwnAttributes = false
  /// Nil until they are needed, and then if no file is converted.
  private var needs: FilterNeeds??

  /// The folder as it is.
  init(
    of vault: VaultFolder, index: GitIndex, repository: Repository,
    filterProgram program: FilterProgram?
  ) {
    self.repository = repository
    self.vault = vault
    self.index = index
    filters = program.map {
      GitFilters(
        $0, repository: repository, vault: vault,
        view: AttributeView(repository, vault: vault, index: index))
    }
    replacements = [:]
    view = nil
  }

  /// The folder with other attribute files.
  init(
    of vault: VaultFolder, index: GitIndex, repository: Repository,
    filterProgram program: FilterProgram?, replacing replacements: [VaultPath: [UInt8]]
  ) throws {
    let view = AttributeView(repository, root: vault.path) {
      try AttributeView.missing(in: vault, index: index, repository: repository)
        .merging(replacements) { $1 }
    }
    self.repository = try view.repositoryInView()
    self.vault = vault
    self.index = index
    filters = program.map { GitFilters($0, repository: repository, vault: vault, view: view) }
    self.replacements = replacements
    self.view = view
  }

  func need(of path: VaultPath) throws(GitError) -> FilterNeed {
    if needs == nil { needs = .some(try findNeeds()) }
    return try needs??.need(of: path) ?? .none
  }

  private func findNeeds() throws(GitError) -> FilterNeeds? {
    if view == nil, !hasOwnAttributes, try !repository.mayFilter(index: index) { return nil }
    return FilterNeeds(
      repository,
      try AttributeLookup(
        in: vault, index: index, repository: repository, replacing: replacements))
  }

  /// Whether git stores the bytes of the folder's file.
  func isUnconverted(_ path: VaultPath) throws(GitError) -> Bool {
    try need(of: path) == .none
  }

  /// Whether only the git program makes the file's bytes.
  func isFiltered(_ path: VaultPath) throws(GitError) -> Bool {
    try need(of: path).needsProgram
  }

  /// Whether that program is missing.
  func lacksProgram(for path: VaultPath) throws(GitError) -> Bool {
    guard filters == nil else { return false }
    return try isFiltered(path)
  }

  /// The bytes of a file in the folder.
  ///
  /// - Throws: `FilterFailure` if a filter fails.
  func bytes(of entry: TreeEntry, at path: VaultPath) throws -> [UInt8] {
    switch try need(of: path) {
    case .none: return try repository.blob(entry.id)
    case .text: return try repository.worktreeContent(of: entry.id, at: path)
    case .driver, .encoding:
      guard let filters else { throw SyncError.needsGit([path]) }
      do {
        return try filters.smudged(entry.id, at: path)
      } catch {
        guard !error.isTooLarge, let bytes = plainBytes(of: entry, at: path, filters: filters)
        else { throw error }
        return bytes
      }
    }
  }

  /// The bytes of an entry that the filter rejects although it works: another device recorded them without the filter.
  ///
  /// - Returns: nil if the filter does not work on this device, for example without its key: then it is unknown how the
  ///   entry was made.
  private func plainBytes(
    of entry: TreeEntry, at path: VaultPath, filters: GitFilters
  ) -> [UInt8]? {
    guard let bytes = try? repository.blob(entry.id),
      let kept = try? filters.cleaned(bytes, at: path, writes: true),
      (try? filters.smudged(kept, at: path)) == bytes
    else { return nil }
    // It may have failed for another reason.
    return (try? filters.smudged(entry.id, at: path)) ?? bytes
  }

  /// The bytes that the filter makes of the entry; nil if that fails, or if it does not restore the entry from them:
  /// then the entry was not made by the filter.
  func madeBytes(of entry: TreeEntry, at path: VaultPath) throws -> [UInt8]? {
    guard try isFiltered(path) else { return try repository.blob(entry.id) }
    guard let filters, let bytes = try? filters.smudged(entry.id, at: path),
      (try? filters.cleaned(bytes, at: path, writes: false)) == entry.id
    else { return nil }
    return bytes
  }

  /// Whether a file of the folder has the content of the entry.
  ///
  /// - Parameters:
  ///   - hash: of its bytes.
  ///   - proof: the content that git's index proves.
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
      // A failing filter proves nothing, so the file counts as changed.
      if (try? filters.cleaned(file, at: path, writes: false)) == entry.id { return true }
      return (try? filters.smudged(entry.id, at: path)) == file.bytes
    }
  }
}
