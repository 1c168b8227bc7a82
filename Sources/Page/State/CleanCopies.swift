internal import Media
internal import Sharing
internal import SystemCalls
internal import VaultStore

/// Files as members get them, without metadata, in a folder of the server's state: a film is asked for in many parts.
///
/// They are named by their content, so that none is ever another one's. What cannot be written is made again.
final class CleanCopies: Sendable {
  private let path: String
  private let work = WorkQueue("page-clean-copies")

  private static let prefix = ".new-"
  /// In bytes; the copies that were used least recently go first.
  private static let limit: Int64 = 4 << 30

  /// - Parameter stateFolder: exists and is private.
  init(in stateFolder: String) { path = "\(stateFolder)/clean" }

  /// Reads the media of notes, which are known then: it takes as long as the disk does.
  func read(_ notes: [SharedNote]) async throws {
    try await work.run { for note in notes { _ = note.media } }
  }

  /// - Parameter use: gets the open file.
  /// - Throws: as `SharedMedium.write`, for a file that has changed meanwhile too; an error of the disk.
  func open<Result: Sendable>(
    _ medium: SharedMedium, of vault: Vault,
    _ use: @escaping @Sendable (consuming FileDescriptor) -> Result
  ) async throws -> Result {
    try await work.run { [self] in use(try copy(of: medium, in: vault)) }
  }

  private func copy(of medium: SharedMedium, in vault: Vault) throws -> FileDescriptor {
    try SystemPath.makeFolders(path, permissions: 0o700)
    let folder = try VaultFolder(opening: path).openFolder(nil)
    let name = Array(medium.name.utf8)
    if let known = try? folder.openFile(name), (try? known.status().size) == medium.bytes {
      try? known.touch()
      return known
    }
    var new = try TemporaryFile(
      in: folder.reopened(), prefix: Array(Self.prefix.utf8), permissions: 0o600)
    try medium.write(to: new.file, of: vault)
    try new.publish(as: name)
    let file = try folder.openFile(name)
    try? trim(folder)
    return file
  }

  private func trim(_ copies: borrowing FileDescriptor) throws(SystemError) {
    var entries: [CacheEviction.Entry] = []
    for entry in try copies.entries() {
      guard let status = try? copies.status(of: entry.name), status.kind == .file else { continue }
      entries.append(
        CacheEviction.Entry(
          name: String(decoding: entry.name, as: UTF8.self), size: status.size,
          lastUse: status.modified))
    }
    for name in CacheEviction.names(of: entries, limit: Self.limit) {
      try? copies.removeFile(Array(name.utf8))
    }
  }
}
