internal import Foundation
internal import Notesync

/// A request's body on its way to the disk, and the media in it.
///
/// Everything goes at the latest when the last one lets go of it. A lock on the body says that somebody still holds
/// it, so that what a killed process left is told from what is coming in.
final class Spool: @unchecked Sendable {
  /// The body as it came.
  let path: String
  private let mediaFolder: String
  private let lock: FileLock
  private let handle: FileHandle
  private(set) var size: Int64 = 0

  /// - Parameter folder: private; made where it is missing.
  init(in folder: String) throws {
    try SystemFolder.make(folder)
    let name = RandomText.make()
    path = "\(folder)/\(name).json"
    mediaFolder = "\(folder)/\(name).media"
    // A server that starts in this moment may hold it, or have removed it: the request comes again then.
    guard let lock = try FileLock(path) else { throw SystemFailure(path, code: EBUSY) }
    self.lock = lock
    guard let handle = FileHandle(forWritingAtPath: path) else {
      throw SystemFailure(path, code: EIO)
    }
    self.handle = handle
  }

  deinit {
    try? handle.close()
    remove()
  }

  /// Takes the body and the media off the disk; nobody may be reading them any more.
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
  /// - Throws: a `JSONSyntaxError`, an `OperationProblem`, a `SystemFailure`; a `Refusal` where there are too many.
  func operations(limit: Int) throws -> [Result<WireOperation, OperationProblem>] {
    try SystemFolder.make(mediaFolder)
    guard let input = FileHandle(forReadingAtPath: path) else {
      throw SystemFailure(path, code: EIO)
    }
    defer { try? input.close() }
    var reader = OperationsReader(folder: mediaFolder)
    while let chunk = try input.read(upToCount: 1 << 18), !chunk.isEmpty {
      try chunk.withUnsafeBytes { try reader.read($0.bindMemory(to: UInt8.self)) }
      guard reader.count <= limit else { throw Refusal.tooLarge }
    }
    return try reader.finish()
  }
}

/// Requests that could not be carried out in full, as they came, so that nothing in them is lost.
struct AsideFolder {
  private let path: String
  /// Of all that is kept, in bytes; what comes beyond it is not.
  private static let limit: Int64 = 2 << 30

  init(_ path: String) {
    self.path = path
  }

  struct Full: Error, CustomStringConvertible {
    var description: String { "too much is kept already" }
  }

  /// Keeps a request, once however often it comes.
  ///
  /// - Returns: where it is; what was wrong with it stands in a file beside it.
  func keep(_ spool: Spool, _ problems: [RequestProblem]) throws -> String {
    try SystemFolder.make(path)
    let data = try Data(contentsOf: URL(fileURLWithPath: spool.path), options: .mappedIfSafe)
    let file = "\(path)/\(sha256Hex(data).prefix(32)).json"
    let manager = FileManager.default
    if manager.fileExists(atPath: file) { return file }
    let kept = try manager.contentsOfDirectory(atPath: path).reduce(Int64(0)) { sum, name in
      let attributes = try? manager.attributesOfItem(atPath: "\(path)/\(name)")
      return sum + ((attributes?[.size] as? Int64) ?? 0)
    }
    guard kept + spool.size <= Self.limit else { throw Full() }
    try PrivateFile(file).write(Array(data))
    let reasons = problems.map { "\($0)\n" }.joined()
    try PrivateFile(file + ".reasons").write(Array(reasons.utf8))
    return file
  }
}
