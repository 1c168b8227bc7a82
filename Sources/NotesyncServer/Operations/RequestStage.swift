internal import Foundation
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Copies of a request's media in the vault's file system, made before the vault's lock is taken.
///
/// A lock on a file beside the folder marks a running request, so that leftovers of killed processes can be recognized.
final class RequestStage {
  private let lock: FileLock
  private let lockPath: String
  private let stage: MediaStage
  private var files: [String: StagedFile] = [:]

  private static let folder = VaultPath(in: NotesyncLayout.folder, named: "serving".utf8)

  /// - Throws: a `StoreError`, a `SystemError`.
  init(in vault: Vault) throws {
    try vault.folder.makeFolders(Self.folder, permissions: 0o700)
    let name = String(sha256Hex(RandomText.make().utf8).prefix(16))
    lockPath = "\(vault.folder.path)/\(Self.folder.text)/\(name).lock"
    guard let lock = try FileLock(lockPath) else { throw SystemError(EBUSY, .lock, path: lockPath) }
    self.lock = lock
    stage = try MediaStage(vault.folder, VaultPath(in: Self.folder, named: name.utf8))
  }

  deinit { unlink(lockPath) }

  /// - Parameter file: a path of the system.
  func add(_ file: String) throws(StoreError) {
    files[file] = try stage.add(MediaSource(opening: file))
  }

  /// Nil for a file that was not staged.
  subscript(file: String) -> StagedFile? { files[file] }

  /// Removes leftovers of killed processes; one that cannot be removed only takes up space.
  static func removeLeftovers(in vault: Vault) {
    let manager = FileManager.default
    let place = "\(vault.folder.path)/\(folder.text)"
    guard (try? vault.folder.status(folder)?.kind) == .folder,
      let names = try? manager.contentsOfDirectory(atPath: place)
    else { return }
    for stem in Set(names.map { String($0.prefix { $0 != "." }) }) {
      guard let lock = try? FileLock("\(place)/\(stem).lock") else { continue }
      try? manager.removeItem(atPath: "\(place)/\(stem)")
      try? manager.removeItem(atPath: "\(place)/\(stem).lock")
      withExtendedLifetime(lock) {}
    }
  }
}
