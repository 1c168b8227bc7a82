internal import Git
internal import VaultFormat
internal import VaultStore

/// The conversion of files of the folder by git.
extension ContentView {
  convenience init(
    of vault: VaultFolder, repository: Repository, difference: WorktreeDifference,
    filterProgram program: FilterProgram?
  ) {
    self.init(
      of: vault, index: difference.index, repository: repository, filterProgram: program)
    hasOwnAttributes = difference.hasOwnAttributes
  }

  /// Why tl cannot store a file, as far as its path shows; nil if it can.
  func obstacle(for path: VaultPath) throws(GitError) -> SkippedPath.Reason? {
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
  func cleaned(
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
  func smudged(_ id: ObjectID, at path: VaultPath) -> [UInt8]? {
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
