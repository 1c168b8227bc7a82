internal import Cryptography
internal import Foundation
package import Notesync
internal import Operations
package import SystemCalls
package import VaultFormat
package import VaultStore
package import WebServer

/// A kept request, some of whose operations could not be carried out.
package struct RejectedRequest: Hashable, Sendable {
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
    _ body: ([RejectedOperation]) throws -> Result
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
  ) -> [RejectedOperation] {
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
        return RejectedOperation(
          index: index, reason: byIndex[index] ?? problem.description, isDelete: false,
          note: problem.note, media: problem.media)
      case .success(let operation):
        guard let reason = byIndex[index] else { return nil }
        return RejectedOperation(
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

extension RejectedRequest {
  /// All requests that a server has set aside, oldest first; empty if the server has never run.
  ///
  /// - Parameter stateFolder: that of the server.
  /// - Throws: if a folder of the server cannot be read.
  package static func all(
    in stateFolder: String, _ accounts: [Account]
  ) throws(SystemError) -> [RejectedRequest] {
    let names = Dictionary(
      accounts.map { (plainName(of: $0.id), $0.name) }, uniquingKeysWith: { first, _ in first })
    let vaults = "\(stateFolder)/vaults"
    var requests: [RejectedRequest] = []
    for folder in try SystemPath.namesIfPresent(in: vaults) {
      // The key of the vault follows the last dash.
      let account = folder.lastIndex(of: "-").flatMap { names[String(folder[..<$0])] }
      let place = "\(vaults)/\(folder)"
      requests += try SystemPath.namesIfPresent(in: "\(place)/aside")
        .filter { $0.hasSuffix(".json") }
        .compactMap { RejectedRequest("\(place)/aside/\($0)", account, folder: place) }
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
package struct RejectedOperation: Hashable, Sendable {
  /// Its place in the request, from 0.
  package var index: Int
  package var reason: String
  package var isDelete: Bool
  package var note: ReadableNote
  package var media: [WireMedia]
}

/// Requests that could not be carried out in full, kept as received, so that nothing in them is lost.
struct RejectedRequestFolder {
  let path: String
  /// The limit for all kept requests, in bytes; beyond it no request is kept.
  private static let limit: Int64 = 2 << 30

  /// Keeps a request once, however often it is sent.
  ///
  /// - Returns: its path; a file beside it has the reasons.
  func keep(_ spool: Spool, _ problems: [RequestProblem]) throws -> String {
    try SystemPath.makeFolders(path, permissions: 0o700)
    let data = try Data(contentsOf: URL(fileURLWithPath: spool.path), options: .mappedIfSafe)
    let file = "\(path)/\(sha256Hex(data).prefix(32)).json"
    let manager = FileManager.default
    if manager.fileExists(atPath: file) { return file }
    let kept = try manager.contentsOfDirectory(atPath: path).reduce(Int64(0)) { sum, name in
      let attributes = try? manager.attributesOfItem(atPath: "\(path)/\(name)")
      return sum + ((attributes?[.size] as? Int64) ?? 0)
    }
    guard kept + spool.size <= Self.limit else {
      throw Unavailable(description: "too much is kept already")
    }
    try PrivateFile(file).write(Array(data))
    let reasons = problems.map { "\($0)\n" }.joined()
    try PrivateFile(file + ".reasons").write(Array(reasons.utf8))
    return file
  }
}

/// Applies operations that were set aside to the vault, as far as they can be read.
///
/// Nothing in the vault is overwritten: the text for an existing note becomes a conflict copy beside it.
package struct RejectedRequestApplier {
  package enum Outcome: Hashable, Sendable {
    /// A new note.
    case created(VaultPath)
    /// A conflict copy beside the note; nil if the note has the same content, or the copy exists already.
    case beside(VaultPath, copy: VaultPath?)
    /// A deletion: the note is in the trash.
    case removed(VaultPath)
    /// A deletion of a note that does not exist, or an operation without text.
    case nothing
  }

  private let vault: Vault
  private let zone: TimeZoneRules
  private let surroundings: Surroundings
  private let threads: Int
  private let operation: OperationRecorder?

  /// - Parameter operation: what is changed in the vault; the caller finishes it.
  package init(
    _ vault: Vault, zone: TimeZoneRules, surroundings: Surroundings, threads: Int,
    operation: OperationRecorder? = nil
  ) {
    self.vault = vault
    self.zone = zone
    self.surroundings = surroundings
    self.threads = threads
    self.operation = operation
  }

  /// Whether the request was sent to this vault.
  package static func isFor(_ vault: Vault, _ request: RejectedRequest) -> Bool {
    guard let path = SystemPath.resolved(vault.folder.path) else { return false }
    return request.folder.hasSuffix("-\(sha256Hex(path.utf8).prefix(16))")
  }

  /// The outcome of each operation, in order.
  ///
  /// - Throws: a `StoreError`, an `EditError`, a `SystemError`; earlier operations are applied, and applying them again
  ///   changes nothing.
  package func apply(_ operations: [RejectedOperation]) throws -> [Outcome] {
    let reader = VaultReader(
      NoteSource(vault, surroundings, zone: zone, threads: threads),
      hashes: MediaHashes(vault, now: surroundings.now))
    var paths = try reader.paths()
    let receiver = try NoteReceiver(vault, surroundings, zone: zone, operation: operation)
    return try operations.map { operation in
      let outcome = try apply(operation, paths, reader, receiver: receiver)
      if case .created(let path) = outcome, let id = try reader.read(path)?.id { paths[id] = path }
      return outcome
    }
  }

  private func apply(
    _ operation: RejectedOperation, _ paths: [NoteID: VaultPath], _ reader: VaultReader,
    receiver: borrowing NoteReceiver
  ) throws -> Outcome {
    let id = operation.note.id.flatMap { NoteID($0) }
    let present = id.flatMap { paths[$0] }
    if operation.isDelete {
      guard let present, let id else { return .nothing }
      try receiver.remove(present, with: reader.removal(of: present, id).comments)
      return .removed(present)
    }
    let note = note(operation, hasUsableID: id != nil && !(id?.text.utf8.contains(0) ?? true))
    if note.text.isEmpty, operation.media.isEmpty { return .nothing }
    let outcome: Outcome
    let place: VaultPath
    if let present, let id {
      place = present
      outcome = .beside(
        present, copy: try copy(of: note, beside: present, id: id, receiver: receiver))
    } else {
      place = try receiver.add(note, naming: .asAdded).path
      outcome = .created(place)
    }
    let intake = receiver.intake(for: place)
    for media in operation.media where media.data.isBase64 && !media.data.wasSkipped {
      _ = try intake.add(media, naming: .asAdded)
    }
    try intake.sync()
    return outcome
  }

  private func copy(
    of note: WireNote, beside path: VaultPath, id: NoteID, receiver: borrowing NoteReceiver
  ) throws -> VaultPath? {
    let present = NoteDocument(try vault.folder.read(path).bytes)
    let text = WireText.withoutNUL(note.text)
    if WireText.of(present)?.utf8.elementsEqual(text.utf8) == true { return nil }
    return try receiver.keepCopy(
      of: path, id: id, text: note, origin: "app", time: note.updatedAt)
  }

  /// Missing fields are filled from the others, or with the present time.
  private func note(_ operation: RejectedOperation, hasUsableID: Bool) -> WireNote {
    let (read, now) = (operation.note, WireTime(seconds: surroundings.now()))
    let updated = read.updatedAt ?? read.createdAt ?? now
    return WireNote(
      id: hasUsableID ? read.id ?? "" : surroundings.makeID().text, text: read.text ?? "",
      isPinned: read.isPinned ?? false, tags: read.tags ?? [],
      createdAt: read.createdAt ?? updated, updatedAt: updated)
  }
}
