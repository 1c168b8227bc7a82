internal import Foundation
package import Notesync
package import SystemCalls
package import WebServer

/// A kept request, some of whose operations could not be carried out.
package struct AsideRequest: Hashable, Sendable {
  /// 32 hex digits: the beginning of the SHA-256 of the request.
  package var id: String
  /// The name of the account that sent it; nil if the account no longer exists.
  package var account: String?
  /// When it was kept, in seconds since 1970.
  package var time: Int64
  /// The size of the request in bytes.
  package var size: Int64
  /// Why, one line for each operation.
  package var reasons: [String]
  /// The absolute path.
  let path: String
  /// The state folder of the account and vault.
  let folder: String

  /// Calls `body` with the operations that were not carried out; their media data are removed when it returns.
  ///
  /// - Throws: what `body` throws; a `SystemError` if the request cannot be read.
  package func withOperations<Result>(
    _ body: ([AsideOperation]) throws -> Result
  ) throws -> Result {
    let media = "\(path.dropLast(".json".count)).\(RandomText.make().prefix(8)).media"
    try SystemPath.makeFolders(media, permissions: 0o700)
    defer { try? FileManager.default.removeItem(atPath: media) }
    guard let input = FileHandle(forReadingAtPath: path) else {
      throw SystemError(ENOENT, .read, path: path)
    }
    defer { try? input.close() }
    var reader = OperationsReader(folder: media)
    while let chunk = try input.read(upToCount: 1 << 18), !chunk.isEmpty {
      try chunk.withUnsafeBytes { try reader.read($0.bindMemory(to: UInt8.self)) }
    }
    return try body(Self.operations(try reader.finish(), reasons))
  }

  static func operations(
    _ all: [Swift.Result<WireOperation, OperationProblem>], _ reasons: [String]
  ) -> [AsideOperation] {
    // `ops.3.note.text: is missing`
    let byIndex = Dictionary(
      reasons.compactMap { line -> (Int, String)? in
        let place = line.prefix { $0 != ":" }.split(separator: ".")
        guard place.count > 1, place[0] == "ops", let index = Int(place[1]) else { return nil }
        return (index, line)
      }, uniquingKeysWith: { first, _ in first })
    return all.enumerated().compactMap { index, operation in
      switch operation {
      case .failure(let problem):
        return AsideOperation(
          index: index, reason: byIndex[index] ?? problem.description, isDelete: false,
          note: problem.note, media: problem.media)
      case .success(let operation):
        guard let reason = byIndex[index] else { return nil }
        return AsideOperation(
          index: index, reason: reason, isDelete: operation.kind == .delete,
          note: ReadableNote(operation.note), media: operation.media)
      }
    }
  }

  /// Removes the request for good.
  package func drop() throws {
    try FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: path + ".reasons")
  }
}

extension ReadableNote {
  fileprivate init(_ note: WireNote) {
    self.init()
    (id, text, isPinned, tags) = (note.id, note.text, note.isPinned, note.tags)
    (createdAt, updatedAt, deletedAt) = (note.createdAt, note.updatedAt, note.deletedAt)
  }
}

// MARK: - All of a server

extension AsideRequest {
  /// All requests that a server has set aside, oldest first; empty if the server has never run.
  ///
  /// - Parameter stateFolder: that of the server.
  /// - Throws: if a folder of the server cannot be read.
  package static func all(
    in stateFolder: String, _ accounts: [Account]
  ) throws(SystemError) -> [AsideRequest] {
    let names = Dictionary(
      accounts.map { (plainName(of: $0.id), $0.name) }, uniquingKeysWith: { first, _ in first })
    let vaults = "\(stateFolder)/vaults"
    var requests: [AsideRequest] = []
    for folder in try SystemPath.namesIfPresent(in: vaults) {
      // The key of the vault follows the last dash.
      let account = folder.lastIndex(of: "-").flatMap { names[String(folder[..<$0])] }
      let place = "\(vaults)/\(folder)"
      requests += try SystemPath.namesIfPresent(in: "\(place)/aside")
        .filter { $0.hasSuffix(".json") }
        .compactMap { AsideRequest("\(place)/aside/\($0)", account, folder: place) }
    }
    return requests.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  private init?(_ path: String, _ account: String?, folder: String) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let date = attributes[.modificationDate] as? Date, let size = attributes[.size] as? NSNumber,
      let name = path.split(separator: "/").last
    else { return nil }
    let reasons = (try? PrivateFile(path + ".reasons").read()) ?? nil
    self.init(
      id: String(name.dropLast(".json".count)), account: account,
      time: Int64(date.timeIntervalSince1970), size: size.int64Value,
      reasons: String(decoding: reasons ?? [], as: UTF8.self)
        .split(separator: "\n").map(String.init), path: path, folder: folder)
  }
}

/// An operation that was set aside, as far as it can be read.
package struct AsideOperation: Hashable, Sendable {
  /// Its place in the request, from 0.
  package var index: Int
  package var reason: String
  package var isDelete: Bool
  package var note: ReadableNote
  package var media: [WireMedia]
}
