internal import Cryptography
internal import HTTPTypes
internal import Synchronization
internal import SystemCalls
internal import WebServer

/// Files that came before the note that they belong to, named by their SHA-256, in the state folder.
final class UploadStage: Sendable {
  private let folder: String
  private let now: @Sendable () -> Int64
  /// What the uploads that run have announced, or brought beyond that; in bytes.
  private let running = Mutex<Int64>(0)

  /// In bytes, of one file.
  static let fileLimit = PageForm.fileLimit
  /// In bytes, of all files that wait or are on their way.
  static let limit: Int64 = 8 << 30
  /// In bytes: room for a file without an announced size is made in such parts, while it comes.
  private static let step: Int64 = 1 << 20
  /// In seconds: a file for which no note came is removed after seven days.
  static let lifetime: Int64 = 7 * 86_400

  private static let partEnding = ".part"

  /// - Parameter stateFolder: exists and is private.
  init(in stateFolder: String, now: @escaping @Sendable () -> Int64) throws(SystemError) {
    folder = "\(stateFolder)/media"
    self.now = now
    try SystemPath.makeFolders(folder, permissions: 0o700)
    // Of a server that was killed.
    for name in try SystemPath.names(in: folder) where name.hasSuffix(Self.partEnding) {
      try SystemPath.remove("\(folder)/\(name)")
    }
  }

  /// The path of a file that waits.
  ///
  /// One with a second name is in the vault, or about to be: what is written to it there would be written here too.
  ///
  /// - Parameter hash: for which `PageForm.isHash` is true.
  func path(of hash: String) -> String? {
    let path = "\(folder)/\(hash)"
    guard (try? FileDescriptor.status(ofPath: path))?.kind == .file,
      (try? FileDescriptor.nameCount(ofPath: path)) == 1
    else { return nil }
    return path
  }

  /// Receives a file.
  ///
  /// - Parameter hash: nil if the client does not know it.
  /// - Returns: its SHA-256.
  /// - Throws: an `APIProblem` if it is another file than announced, too large, or too much with those that wait.
  @discardableResult
  func receive(_ hash: String?, _ body: IncomingBody, announced: Int64?) async throws -> String {
    var taken = announced ?? 0
    try makeRoom(for: taken)
    defer { running.withLock { $0 -= taken } }
    let path = "\(folder)/\(UInt64.random(in: .min ... .max))\(Self.partEnding)"
    let output = try FileOutput(new: path)
    let received = try await Self.receive(body, announced: announced, to: output) { size in
      while size > taken {
        try makeRoom(for: Self.step)
        taken += Self.step
      }
    }
    if let hash, received != hash {
      try SystemPath.remove(path)
      throw APIProblem.invalid(
        "The file has the SHA-256 \(received), not that of the address.",
        next: "Send the whole file to its own address.")
    }
    try SystemPath.move(path, to: "\(folder)/\(received)")
    return received
  }

  func remove(_ hash: String) { try? SystemPath.remove("\(folder)/\(hash)") }

  /// Writes a body to a file, which is removed if that fails.
  ///
  /// - Parameter makeRoom: called with the size so far before more is written.
  /// - Returns: the SHA-256 of the body.
  static func receive(
    _ body: IncomingBody, announced: Int64?, to output: FileOutput,
    _ makeRoom: (Int64) throws -> Void = { _ in }
  ) async throws -> String {
    do {
      guard announced ?? 0 <= fileLimit else { throw HTTPErrorReply.tooLarge }
      var digest = SHA256()
      var size: Int64 = 0
      while let piece = try await body.next() {
        size += Int64(piece.count)
        guard size <= fileLimit else { throw HTTPErrorReply.tooLarge }
        try makeRoom(size)
        digest.update(piece)
        try output.write(piece)
      }
      if let announced, size < announced { throw HTTPErrorReply(reply: .plain(.badRequest)) }
      try output.sync()
      try output.close()
      return digest.hex
    } catch {
      try? SystemPath.remove(output.path)
      throw error
    }
  }

  /// Removes what has waited too long, and takes room for `size` more bytes of an upload that runs.
  ///
  /// - Throws: an `APIProblem` if they would be too many.
  private func makeRoom(for size: Int64) throws {
    guard size <= Self.fileLimit else { throw HTTPErrorReply.tooLarge }
    // An upload that ends meanwhile is counted twice rather than not at all.
    let isThere = try running.withLock { running throws(SystemError) in
      guard try waiting() + running + size <= Self.limit else { return false }
      running += size
      return true
    }
    guard isThere else {
      throw APIProblem(
        .insufficientStorage, "too_many_wait",
        "Files of \(Self.limit >> 30) GiB wait for a note already.",
        next: "Attach those that were sent, then send this one again.")
    }
  }

  /// The size of the files that wait, without those of which a part has come; in bytes.
  private func waiting() throws(SystemError) -> Int64 {
    var total: Int64 = 0
    for name in try SystemPath.names(in: folder) where !name.hasSuffix(Self.partEnding) {
      let path = "\(folder)/\(name)"
      guard let status = try? FileDescriptor.status(ofPath: path) else { continue }
      if now() - status.modified.seconds >= Self.lifetime {
        try? SystemPath.remove(path)
      } else {
        total += status.size
      }
    }
    return total
  }
}
