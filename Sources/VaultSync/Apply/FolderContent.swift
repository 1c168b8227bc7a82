internal import VaultFormat
internal import VaultStore

/// What git's content and the bytes in the folder have to do with each other.
///
/// Mostly they are the same; where attributes or settings change line ends, they are not.
final class FolderContent {
  private let repository: Repository
  private let mayFilter: Bool
  /// The commit that brings attributes with the files they are for; nil where it brings none.
  private let arriving: ObjectID?

  init(_ repository: Repository, index: GitIndex, set: ChangeSet) throws(GitError) {
    self.repository = repository
    let bringsAttributes = set.changes.contains {
      $0.path.name.elementsEqual(".gitattributes".utf8)
    }
    arriving = bringsAttributes ? set.new : nil
    let knowsAttributes = try repository.mayFilter(index: index)
    mayFilter = bringsAttributes || knowsAttributes
  }

  private func changesBytes(_ path: VaultPath) throws(GitError) -> Bool {
    guard mayFilter else { return false }
    return try repository.filterNeed(of: path) == .text
  }

  /// Whether another program makes the file's bytes, which tl does not run.
  func needsProgram(_ path: VaultPath) throws(GitError) -> Bool {
    guard mayFilter else { return false }
    return switch try repository.filterNeed(of: path, arrivingWith: arriving) {
    case .none, .text: false
    case .driver, .encoding: true
    }
  }

  /// The bytes that a file gets in the folder.
  func bytes(of entry: TreeEntry, at path: VaultPath) throws(GitError) -> [UInt8] {
    if try changesBytes(path) { return try repository.worktreeContent(of: entry.id, at: path) }
    return try repository.blob(entry.id)
  }

  /// What those bytes hash to, as they are.
  func hash(of entry: TreeEntry, at path: VaultPath) throws(GitError) -> ObjectID {
    guard try changesBytes(path) else { return entry.id }
    return try Repository.blobID(of: repository.worktreeContent(of: entry.id, at: path))
  }

  /// Whether a file in the folder holds what the entry says.
  ///
  /// - Parameter hash: of its bytes as they are.
  func isContent(_ hash: ObjectID, of entry: TreeEntry, at path: VaultPath) throws(GitError) -> Bool
  {
    if hash == entry.id { return true }
    guard try changesBytes(path) else { return false }
    if try self.hash(of: entry, at: path) == hash { return true }
    return try repository.blobFromWorktree(path) == entry.id
  }
}
