internal import Foundation
internal import Notesync
internal import SystemCalls
internal import VaultStore
internal import WebServer

/// A request's body, written to disk as it arrives, and its media.
///
/// The files are removed when the object is released, or before. A lock on the body marks it as in use, so that
/// leftovers of killed processes can be recognized.
final class Spool: @unchecked Sendable {
  /// The body as received.
  let path: String
  private let mediaFolder: String
  private let lock: FileLock
  private let handle: FileHandle
  private(set) var size: Int64 = 0

  /// - Parameter folder: private; made if missing.
  init(in folder: String) throws {
    try SystemPath.makeFolders(folder, permissions: 0o700)
    let name = RandomText.make()
    path = "\(folder)/\(name).json"
    mediaFolder = "\(folder)/\(name).media"
    // A server that is starting may hold it or have removed it; the client then sends the request again.
    guard let lock = try FileLock(path) else { throw SystemError(EBUSY, .lock, path: path) }
    self.lock = lock
    guard let handle = FileHandle(forWritingAtPath: path) else {
      throw SystemError(EIO, .read, path: path)
    }
    self.handle = handle
  }

  deinit {
    try? handle.close()
    remove()
  }

  /// Removes the body and the media, which must not be in use.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: mediaFolder)
  }

  /// Removes leftovers of killed processes, but no request that is being received.
  ///
  /// Such requests were never answered, so clients send them again.
  ///
  /// - Throws: if the folder cannot be read, or a file in it cannot be removed; the rest stays.
  static func removeLeftovers(in folder: String) throws {
    let manager = FileManager.default
    let names = try manager.contentsOfDirectory(atPath: folder)
    for stem in Set(names.map { String($0.prefix { $0 != "." }) }) {
      guard let lock = try FileLock("\(folder)/\(stem).json") else { continue }
      for name in names where name.hasPrefix("\(stem).") {
        try manager.removeItem(atPath: "\(folder)/\(name)")
      }
      // Taking the lock made an empty one if only the media were left.
      try? manager.removeItem(atPath: "\(folder)/\(stem).json")
      withExtendedLifetime(lock) {}
    }
  }

  func append(_ bytes: some Sequence<UInt8>) throws {
    let data = Data(bytes)
    do {
      try handle.write(contentsOf: data)
    } catch {
      throw Unavailable(description: "a request cannot be taken in: \(error)")
    }
    size += Int64(data.count)
  }

  /// Reads the operations; their media are in files beside the body.
  ///
  /// - Throws: a `JSONSyntaxError`, an `OperationProblem`, a `SystemError`; an `HTTPErrorReply` if there are too many;
  ///   `Unavailable` if the server is shutting down.
  func operations(limit: Int, _ stop: ShutdownFlag = ShutdownFlag()) throws -> [Result<
    WireOperation, OperationProblem
  >] {
    try SystemPath.makeFolders(mediaFolder, permissions: 0o700)
    guard let input = FileHandle(forReadingAtPath: path) else {
      throw SystemError(EIO, .read, path: path)
    }
    defer { try? input.close() }
    var reader = OperationsReader(folder: mediaFolder)
    while let chunk = try input.read(upToCount: 1 << 18), !chunk.isEmpty {
      try chunk.withUnsafeBytes { try reader.read($0.bindMemory(to: UInt8.self)) }
      guard reader.count <= limit else { throw HTTPErrorReply.tooLarge }
      try stop.check()
    }
    return try reader.finish()
  }
}

/// Copies of a request's media in the vault's file system, made before the vault's lock is taken.
final class RequestStage {
  private let stage: MediaStage
  private var files: [String: StagedFile] = [:]

  init(in vault: Vault) throws(StoreError) {
    stage = try MediaStage(in: vault.folder)
  }

  /// - Parameter file: a path of the system.
  func add(_ file: String) throws(StoreError) {
    files[file] = try stage.add(MediaSource(opening: file))
  }

  /// Nil for a file that was not staged.
  subscript(file: String) -> StagedFile? { files[file] }
}
