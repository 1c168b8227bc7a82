internal import Foundation
internal import Notesync
internal import Operations
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Serves the vault of one account, one request at a time.
///
/// Members that are not `Sendable` are used on `queue` only.
final class AccountServer: @unchecked Sendable {
  /// The folder for the state of this account and vault.
  let folder: String
  private let vault: String
  private let name: String
  private let settings: ServerSettings
  private let state: AccountState
  private let aside: RejectedRequestFolder
  private let queue: WorkQueue
  private let stop: ShutdownFlag
  private let log: @Sendable (String) -> Void
  private var hashes: (root: FileStatus, hashes: MediaHashes)?

  /// - Parameters:
  ///   - vault: absolute, without links.
  ///   - folder: from `ServerSettings.accountFolder`.
  init(
    _ account: Account, vault: String, folder: String, settings: ServerSettings,
    stop: ShutdownFlag, log: @escaping @Sendable (String) -> Void
  ) throws {
    self.vault = vault
    self.folder = folder
    self.settings = settings
    self.stop = stop
    self.log = log
    name = account.name
    state = try AccountState(in: folder)
    aside = RejectedRequestFolder(path: "\(folder)/aside")
    queue = WorkQueue("account")
    if let vault = try? Vault(opening: vault) { WorkFolder.removeLeftovers(in: vault.folder) }
  }

  /// A request that was carried out.
  struct Receipt: Sendable {
    var body: WireBody
    var applied = 0
    var skipped = 0
    var refused = 0
    var media = 0
  }

  /// A spool for an incoming request; the caller removes it.
  func makeSpool() throws -> Spool { try Spool(in: Self.incoming(of: folder)) }

  /// Removes requests left by killed processes, for all accounts.
  ///
  /// - Parameter stateFolder: that of the server.
  static func removeLeftovers(in stateFolder: String) {
    let vaults = "\(stateFolder)/vaults"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: vaults)) ?? [] {
      // A leftover that cannot be removed only takes up space.
      try? Spool.removeLeftovers(in: incoming(of: "\(vaults)/\(name)"))
    }
  }

  private static func incoming(of folder: String) -> String { "\(folder)/incoming" }

  /// Carries out a request that was received in full.
  ///
  /// All answered operations are on disk afterwards.
  ///
  /// - Parameter session: the sign-in of its token.
  /// - Throws: an error that `ErrorClassification` calls transient; some operations may have been carried out, and are
  ///   recognized when the request is sent again. An `HTTPErrorReply` for too many operations, and for an answer that
  ///   would be too large, with all operations carried out. A `JSONSyntaxError`, an `OperationProblem`.
  func receive(_ spool: Spool, from session: String) async throws -> Receipt {
    try await queue.run { [self] in
      let operations = try spool.operations(limit: settings.operationLimit, stop)
      let reader = try look()
      let stage = try staged(operations, reader.vault)
      let operation = OperationRecorder(
        LoggedOperation.Head(
          time: reader.source.now.rfc3339, face: .phone, words: "from a phone: \(name)"))
      let receiver = try NoteReceiver(
        reader.vault, settings.surroundings, zone: reader.zone,
        timeout: .seconds(settings.lockTimeout), operation: operation)
      let answers: [OperationAnswer]
      var receipt = Receipt(body: WireBody([]))
      (answers, receipt.media) = try carryOut(
        operations, receiver, reader: reader, session: session, stage: stage)
      operation.finish()
      if let problem = operation.problem {
        log("\(name): tl undo cannot take a request back: \(problem.path) \(problem)")
      }
      receipt.applied = answers.count { $0.outcome == .applied }
      receipt.refused = answers.count { $0.problem != nil }
      receipt.skipped = answers.count - receipt.applied - receipt.refused
      if receipt.refused > 0 { try keepAside(spool, answers) }
      receipt.body = try body(answers)
      return receipt
    }
  }

  /// The newest notes.
  ///
  /// - Throws: an error that `ErrorClassification` calls transient; an `HTTPErrorReply` for an answer that would be too
  ///   large.
  func list(limit: Int, withData: Bool) async throws -> NoteListing {
    try await queue.run { [self] in
      let reader = try look()
      // Else all notes would seem deleted.
      try reader.vault.checkInitialized()
      let lock = try lock(reader.vault)
      let listing = try state.database.write { database in
        let records = try NoteRecordStore(database, reader)
        return try NoteLister(records: records, textLimit: settings.answerLimit)
          .listing(limit: limit, withData: withData)
      }
      reader.hashes.save(forgetsUnused: false)
      _ = consume lock
      return listing
    }
  }

  /// So that no sync is half done; nil for a read-only vault, which can still be read.
  private func lock(_ vault: Vault) throws(StoreError) -> VaultLock? {
    do throws(StoreError) {
      return try VaultLock(
        .write, of: vault.folder, timeout: .seconds(settings.lockTimeout))
    } catch {
      guard let system = error.system, system.isReadOnly || system.isDenied else { throw error }
      return nil
    }
  }

  /// Records that a listing was sent in full.
  func setSent(_ listing: NoteListing) async {
    guard !listing.unsent.isEmpty else { return }
    // If this is not recorded, at worst an unneeded conflict copy is made.
    try? await queue.run { [self] in
      try state.database.write { database in
        for (id, hash) in listing.unsent {
          try NoteRecord.setSent(id, hash: hash, database: database)
        }
      }
    }
  }

  /// Copies the media of operations that were not answered before into the vault's file system; nil if there are none.
  private func staged(
    _ operations: [Result<WireOperation, OperationProblem>], _ vault: Vault
  ) throws -> RequestStage? {
    let carriers = operations.compactMap { try? $0.get() }.filter { !$0.media.isEmpty }
    if carriers.isEmpty { return nil }
    let new = try state.database.read { database in
      try carriers.filter { try !AnsweredOperations.contains($0.id, database) }
    }
    let media = new.flatMap(\.media).filter { $0.data.isBase64 && !$0.data.wasSkipped }
    if media.isEmpty { return nil }
    try vault.checkWritable()
    let stage = try RequestStage(in: vault)
    for item in media {
      try stop.check()
      try stage.add(item.data.file)
    }
    return stage
  }

  private func carryOut(
    _ operations: [Result<WireOperation, OperationProblem>], _ receiver: consuming NoteReceiver,
    reader: VaultReader, session: String, stage: RequestStage?
  ) throws -> ([OperationAnswer], Int) {
    var holder: NoteReceiver? = consume receiver
    return try state.database.write { database in
      guard let receiver = holder.take() else { return ([], 0) }
      let run = OperationRun(
        receiver, try NoteRecordStore(database, reader), session: session, stage: stage, stop: stop,
        whenWritten: settings.whenWritten)
      return (try run.run(operations), run.mediaCount)
    }
  }

  private func look() throws -> VaultReader {
    let vault = try Vault(opening: vault, onChange: settings.onChange)
    let source = NoteSource(
      vault, settings.surroundings, zone: settings.zone(vault), threads: settings.threads)
    let root = try FileDescriptor.status(ofPath: vault.folder.path)
    let hashes: MediaHashes
    if let (known, kept) = self.hashes, known.isSameFile(as: root) {
      hashes = kept
    } else {
      hashes = MediaHashes(vault, now: settings.surroundings.now)
      self.hashes = (root, hashes)
    }
    return VaultReader(source, hashes: hashes)
  }

  /// Keeps a request with operations that cannot be carried out: once answered, they are not sent again.
  private func keepAside(_ spool: Spool, _ answers: [OperationAnswer]) throws {
    let problems = answers.compactMap { answer in answer.problem.map { (answer.noteID, $0) } }
    for (id, problem) in problems.prefix(10) {
      // Ids come from apps and may hold anything.
      log("\(name): note \(String(id.prefix(64)).debugDescription): \(problem)")
    }
    if problems.count > 10 { log("\(name): \(problems.count) operations cannot be carried out") }
    do {
      log("\(name): the request is kept in \(try aside.keep(spool, problems.map(\.1)))")
    } catch {
      throw Unavailable(
        description:
          "what cannot be carried out cannot be kept: \(ErrorClassification.reason(error))")
    }
  }

  private func body(_ answers: [OperationAnswer]) throws -> WireBody {
    let size = answers.reduce(Int64(0)) { $0 + Int64($1.note.text.utf8.count) }
    guard size <= settings.answerLimit else { throw HTTPErrorReply.tooLarge }
    var writer = WireWriter(isAnswer: true)
    writer.json.beginObject()
    writer.json.key("results")
    writer.json.beginArray()
    for answer in answers {
      let result = WireResult(noteID: answer.noteID, outcome: answer.outcome, note: answer.note)
      writer.write(result) { json in
        guard let problem = answer.problem else { return }
        json.members(["error": "invalid_request"])
        json.details(problem)
      }
    }
    writer.json.endArray()
    writer.json.endObject()
    return writer.finish()
  }
}

extension JSONWriter {
  /// The member `"details": [{"loc": […], "msg": …, "type": …}]`, without the input.
  mutating func details(_ problem: RequestProblem) {
    key("details")
    beginArray()
    beginObject()
    key("loc")
    beginArray()
    for part in problem.location {
      if let number = Int64(part) { self.number(number) } else { string(part) }
    }
    endArray()
    members(["msg": problem.message, "type": "value_error"])
    endObject()
    endArray()
  }
}

/// A server for each account's vault, made when it is first needed.
final class AccountServers: Sendable {
  private let settings: ServerSettings
  private let stop: ShutdownFlag
  private let log: @Sendable (String) -> Void
  private let servers = Mutex<[String: AccountServer]>([:])

  init(
    _ settings: ServerSettings, _ stop: ShutdownFlag, log: @escaping @Sendable (String) -> Void
  ) {
    self.settings = settings
    self.stop = stop
    self.log = log
  }

  /// The server of the account's vault.
  ///
  /// - Throws: if it has no vault, or its state cannot be opened.
  func server(of account: Account) throws -> AccountServer {
    guard let vault = account.vault ?? settings.vault else {
      throw ServerProblem.noVault(account: account.name)
    }
    let path = try SystemPath.resolving(vault)
    let folder = settings.accountFolder(account, vault: path)
    return try servers.withLock { servers in
      if let server = servers[account.id], server.folder == folder { return server }
      let server = try AccountServer(
        account, vault: path, folder: folder, settings: settings, stop: stop, log: log)
      servers[account.id] = server
      return server
    }
  }
}
