internal import Foundation
internal import Notesync
internal import SystemCalls

/// A request's body on its way to the disk, and the media in it.
///
/// Everything goes at the latest when the last one lets go of it. A lock on the body marks it as in use, so that
/// what a killed process left is told from what is coming in.
final class Spool: @unchecked Sendable {
  /// The body as it came.
  let path: String
  private let mediaFolder: String
  private let lock: FileLock
  private let handle: FileHandle
  private(set) var size: Int64 = 0

  /// - Parameter folder: private; made where it is missing.
  init(in folder: String) throws {
    try SystemPath.makeFolders(folder, permissions: 0o700)
    let name = RandomText.make()
    path = "\(folder)/\(name).json"
    mediaFolder = "\(folder)/\(name).media"
    // A server that starts in this moment may hold it, or have removed it: the request comes again then.
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

  /// Takes the body and the media off the disk; nothing may be reading them any more.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: mediaFolder)
  }

  /// Removes what processes that were killed left behind, and nothing that is coming in at this moment.
  ///
  /// What was on its way was never answered and comes again.
  ///
  /// - Throws: where the folder cannot be read, or something in it not be removed; the rest of it stays.
  static func removeLeftovers(in folder: String) throws {
    let manager = FileManager.default
    let names = try manager.contentsOfDirectory(atPath: folder)
    for stem in Set(names.map { String($0.prefix { $0 != "." }) }) {
      guard let lock = try FileLock("\(folder)/\(stem).json") else { continue }
      for name in names where name.hasPrefix("\(stem).") {
        try manager.removeItem(atPath: "\(folder)/\(name)")
      }
      // The lock made one where only the media were left.
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

  /// The operations, their media in files beside the body.
  ///
  /// - Throws: a `JSONSyntaxError`, an `OperationProblem`, a `SystemError`; an `HTTPErrorReply` where there are too many;
  ///   `Unavailable` where the server ends.
  func operations(limit: Int, _ stop: StopSign = StopSign()) throws -> [Result<
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
