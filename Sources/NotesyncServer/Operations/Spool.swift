internal import Foundation
internal import Notesync

/// A request's body on its way to the disk, and the media in it.
///
/// Everything goes when the last one lets go of it.
final class Spool: @unchecked Sendable {
  /// The body as it came.
  let path: String
  private let mediaFolder: String
  private let handle: FileHandle
  private(set) var size: Int64 = 0

  /// - Parameter folder: private; made where it is missing.
  init(in folder: String) throws {
    try SystemFolder.make(folder)
    let name = RandomText.make()
    path = "\(folder)/\(name).json"
    mediaFolder = "\(folder)/\(name).media"
    try PrivateFile(path).makeIfMissing()
    guard let handle = FileHandle(forWritingAtPath: path) else {
      throw SystemFailure(path, code: EIO)
    }
    self.handle = handle
  }

  deinit {
    try? handle.close()
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: mediaFolder)
  }

  /// Removes what processes that were killed left behind.
  ///
  /// Others may be receiving here at this moment, and a connection that says nothing is closed long before an hour
  /// has passed: what was not written to for so long is nobody's.
  ///
  /// - Parameter now: seconds since 1970.
  static func removeLeftovers(in folder: String, now: Int64) throws {
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: folder) {
      let path = "\(folder)/\(name)"
      guard let changed = try manager.attributesOfItem(atPath: path)[.modificationDate] as? Date,
        changed.timeIntervalSince1970 < Double(now) - 3600
      else { continue }
      try manager.removeItem(atPath: path)
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
