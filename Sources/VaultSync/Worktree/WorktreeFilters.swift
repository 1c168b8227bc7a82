internal import Git
internal import VaultFormat
internal import VaultStore

/// The conversion of files by git; reads git's attributes only if it could convert any.
struct WorktreeFilters {
  private let vault: VaultFolder
  private let repository: Repository
  private let index: GitIndex
  /// Nil without the git program.
  private let filters: GitFilters?
  /// Nil until it is needed; true from the start if the folder has attribute files that the index lacks.
  var mayFilter: Bool?
  private var needs: FilterNeeds?

  init(
    _ vault: VaultFolder, repository: Repository, index: GitIndex,
    filterProgram program: FilterProgram?
  ) {
    self.vault = vault
    self.repository = repository
    self.index = index
    filters = program.map {
      GitFilters(
        $0, repository: repository, vault: vault,
        view: AttributeView(repository, vault: vault, index: index))
    }
  }

  init(
    _ vault: VaultFolder, repository: Repository, difference: WorktreeDifference,
    filterProgram program: FilterProgram?
  ) {
    self.init(vault, repository: repository, index: difference.index, filterProgram: program)
    if difference.hasOwnAttributes { mayFilter = true }
  }

  mutating func need(of path: VaultPath) throws(GitError) -> FilterNeed {
    if mayFilter == nil { mayFilter = try repository.mayFilter(index: index) }
    guard mayFilter == true else { return .none }
    if let needs { return try needs.need(of: path) }
    let needs = FilterNeeds(
      repository, try AttributeLookup(in: vault, index: index, repository: repository))
    self.needs = needs
    return try needs.need(of: path)
  }

  /// Whether git stores bytes that differ from the file's because of a filter.
  mutating func isFiltered(_ path: VaultPath) throws(GitError) -> Bool {
    try need(of: path).needsProgram
  }

  /// Why tl cannot store a file, as far as its path shows; nil if it can.
  mutating func obstacle(for path: VaultPath) throws(GitError) -> SkippedPath.Reason? {
    switch try need(of: path) {
    case .none, .text: nil
    case .driver(let name), .encoding(let name): filters == nil ? .needsGit(name) : nil
    }
  }

  /// The content of a file as git stores it.
  enum Cleaned {
    case bytes([UInt8])
    /// The blob of filtered content, written by git if requested.
    case object(ObjectID)
    case skipped(SkippedPath.Reason)
  }

  /// - Parameter writes: whether git writes filtered content.
  mutating func cleaned(
    _ content: FileContent, at path: VaultPath, writes: Bool
  ) throws(GitError) -> Cleaned {
    let need = try need(of: path)
    switch need {
    case .none: return .bytes(content.bytes)
    case .text:
      do {
        return .bytes(try repository.cleaned(content.bytes, at: path))
      } catch {
        return .skipped(.refused(error.message))
      }
    case .driver(let name), .encoding(let name):
      guard let filters else { return .skipped(.needsGit(name)) }
      let id: ObjectID
      do {
        if try filters.cleans(need) {
          return .object(try filters.cleaned(content, at: path, writes: writes))
        }
        id = try filters.cleaned(content, at: path, writes: false)
      } catch {
        return .skipped(.refused(error.message))
      }
      // Git would store the plain content. If the repository already has it under any name, nothing more is disclosed.
      return index.holds(id) ? .object(id) : .skipped(.needsFilter(name))
    }
  }

  /// The bytes of a blob in the folder; nil if they cannot be made.
  mutating func smudged(_ id: ObjectID, at path: VaultPath) -> [UInt8]? {
    guard let isFiltered = try? isFiltered(path) else { return nil }
    guard isFiltered else { return try? repository.blob(id, limit: VaultFolder.readLimit) }
    return try? filters?.smudged(id, at: path)
  }
}

extension SkippedPath.Reason {
  init(_ error: StoreError) {
    switch error.reason {
    case .tooLarge(let limit): self = .tooLarge(limit: Int64(limit))
    case .link: self = .link
    case .wrongKind(let kind, _): self = .special(kind)
    default: self = .unreadable("\(error.reason)")
    }
  }
}
