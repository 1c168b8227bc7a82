internal import Cryptography
internal import SystemCalls
package import VaultFormat
package import VaultStore

/// One vault, one account on one server.
///
/// For one task at a time; a lock excludes other processes.
package final class NotesyncClient {
  package let settings: NotesyncSettings
  let vault: Vault
  let notes: VaultNotes
  let surroundings: Surroundings
  private let transport: any NotesyncTransport
  let pacing: Pacing
  private let credentials: Credentials?
  let accountKey: String
  let operation: OperationRecorder?
  let companions: (VaultPath, NoteID) throws -> [VaultPath]
  private let onRefresh: (Credentials) -> Void
  private let onEvent: (NotesyncEvent) -> Void
  /// The reports of the last pull and push, even after an error.
  package internal(set) var lastPull: PullReport?
  package private(set) var lastPush: PushReport?

  /// - Parameters:
  ///   - zone: that of the vault, in which arriving times are written.
  ///   - threads: as many as there are processors to use.
  ///   - user: the account's id on the server; nil: as the credentials say.
  ///   - credentials: nil without a sign-in: the queue is known without it.
  ///   - operation: what a pull, and giving new ids, change in the vault; the caller finishes it.
  ///   - companions: what goes to the trash with a note.
  ///   - onRefresh: called with new tokens from the server.
  ///   - onEvent: called during the work.
  package init(
    vault: Vault, zone: TimeZoneRules, surroundings: Surroundings, threads: Int,
    settings: NotesyncSettings, transport: any NotesyncTransport, pacing: Pacing,
    user: String? = nil, credentials: Credentials?, operation: OperationRecorder? = nil,
    companions: @escaping (VaultPath, NoteID) throws -> [VaultPath] = { _, _ in [] },
    onRefresh: @escaping (Credentials) -> Void = { _ in },
    onEvent: @escaping (NotesyncEvent) -> Void = { _ in }
  ) {
    self.vault = vault
    self.surroundings = surroundings
    self.settings = settings
    self.transport = transport
    self.pacing = pacing
    self.credentials = credentials
    self.operation = operation
    self.companions = companions
    self.onRefresh = onRefresh
    self.onEvent = onEvent
    notes = VaultNotes(
      vault, zone: zone, threads: threads, hashes: MediaHashes(vault, now: pacing.now),
      now: pacing.now)
    accountKey = Self.accountKey(
      server: settings.server, user: user ?? credentials?.userID ?? "")
  }

  /// The key of an account, from server and user: each has its own ledger.
  package static func accountKey(server: ServerAddress, user: String) -> String {
    String(sha256Hex("\(server.text)\n\(user)".utf8).prefix(16))
  }

  var accountPath: VaultPath {
    VaultPath(in: NotesyncLayout.folder, named: accountKey.utf8)
  }
  private var accountFolder: String { systemPath(accountPath) }

  func systemPath(_ path: VaultPath) -> String { "\(vault.folder.path)/\(path.text)" }

  /// Makes a real folder; a link in its place, as in a stranger's vault, is refused.
  func makeFolder(_ path: VaultPath) throws {
    try vault.folder.makeFolders(path, permissions: 0o700)
  }
}

extension NotesyncClient {
  /// - Throws: a `StoreError` or a `NotesyncError` if the vault or the ledger cannot be read.
  package func status() throws -> NotesyncStatus {
    let state = SyncState(in: accountFolder)
    return NotesyncStatus(
      server: settings.server, isSignedIn: credentials != nil, userName: credentials?.userName,
      lastSync: state.lastSync, lastError: state.lastError, lastErrorTime: state.lastErrorTime,
      queue: try queue())
  }

  /// The plan of a push, as far as it is known without asking the server.
  ///
  /// Nothing is written.
  package func queue(allowsDeletions: Bool = false) throws -> NotesyncPlan {
    let ledger = try openLedger { try Ledger(readingIn: $0) }
    return pushPlan(
      try VaultSnapshot(notes, ledger), ledger, allowsDeletions: allowsDeletions)
  }

  private func pushPlan(
    _ snapshot: VaultSnapshot, _ ledger: Ledger, allowsDeletions: Bool
  ) -> NotesyncPlan {
    let observer = NoteObserver(snapshot, ledger, vault: vault, now: pacing.now())
    return NotesyncPlan(
      observer.departures, for: .push,
      limits: NotesyncPlan.DeletionLimits(
        allowsAll: allowsDeletions, noteCount: ledger.undeletedCount))
  }

  /// Forgets what the server acknowledged, so that everything is sent again.
  ///
  /// - Returns: the number of notes.
  package func resync() throws -> Int {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let ledger = try openLedger { try Ledger(in: $0) }
    let count = ledger.liveNoteCount
    ledger.forgetAcknowledgements()
    try ledger.commit()
    var state = SyncState(in: accountFolder)
    state.answersProbes = false
    try? state.save(in: accountFolder)
    return count
  }

  func openLedger(_ open: (String) throws -> Ledger) throws -> Ledger {
    do {
      return try open(accountFolder)
    } catch let error as SystemError {
      throw NotesyncError.disk(path: error.path ?? "", error.reason)
    }
  }

  func lock() throws -> FileLock {
    try makeFolder(accountPath)
    guard let lock = try FileLock(accountFolder + "/lock") else {
      throw NotesyncError.alreadyRunning
    }
    return lock
  }
}

// MARK: - With the network

extension NotesyncClient {
  /// Sends all changes.
  ///
  /// - Throws: a `NotesyncError`, a `StoreError`; changes acknowledged before it are not sent again.
  package func push(allowsDeletions: Bool = false) async throws -> PushReport {
    try await working { connection, ledger in
      let isKnown = try await connection.state.listLengths?.holds(connection) ?? false
      let (report, isAlone) = try await self.push(
        connection, ledger, allowsDeletions: allowsDeletions)
      if report.noteCount > 0 {
        await self.recordListLengths(connection, ledger, isKnown: isKnown || isAlone)
      }
      return report
    }
  }

  /// Writes notes from the server to the vault: the newest, or all if `newest` is nil.
  ///
  /// - Parameter bringsRemovedMedia: includes media that were removed here, which the server keeps for ever.
  /// - Throws: a `NotesyncError`, a `StoreError`; another call continues where this one ended.
  package func restore(
    newest: Int? = 10, bringsRemovedMedia: Bool = false
  ) async throws -> PullReport {
    try await working { connection, ledger in
      try await self.pull(
        connection, ledger, newest: newest,
        for: .restore(bringsRemovedMedia: bringsRemovedMedia), allowsDeletions: nil
      ).report
    }
  }

  /// The plan of a restore, or of the first half of a sync; nothing is written.
  ///
  /// - Parameters:
  ///   - isRestore: false for a sync, which also includes deletions.
  ///   - bringsRemovedMedia: as in a restore.
  /// - Throws: a `NotesyncError`, a `StoreError`.
  package func planArrival(
    newest: Int? = 10, isRestore: Bool = true, bringsRemovedMedia: Bool = false,
    allowsDeletions: Bool = false
  ) async throws -> NotesyncPlan {
    try await working(isRemembered: false) { connection, ledger in
      try await self.pullPlan(
        connection, ledger, newest: newest,
        for: isRestore ? .restore(bringsRemovedMedia: bringsRemovedMedia) : .pull,
        allowsDeletions: isRestore ? nil : allowsDeletions)
    }
  }

  /// Pulls changes, including deletions, and then pushes.
  ///
  /// - Throws: a `NotesyncError`, a `StoreError`.
  package func sync(
    allowsDeletions: Bool = false
  ) async throws -> (pull: PullReport, push: PushReport) {
    try await working { connection, ledger in
      let (pull, isSettled) = try await self.pull(
        connection, ledger, newest: nil, for: .pull, allowsDeletions: allowsDeletions)
      let (push, _) = try await self.push(connection, ledger, allowsDeletions: allowsDeletions)
      if !pull.isEmpty || push.noteCount > 0 || connection.state.listLengths == nil {
        await self.recordListLengths(connection, ledger, isKnown: isSettled)
      }
      return (pull, push)
    }
  }

  /// - Returns: the report, and whether the server had no notes before.
  private func push(
    _ connection: Connection, _ ledger: Ledger, allowsDeletions: Bool
  ) async throws -> (report: PushReport, isAlone: Bool) {
    let snapshot = try VaultSnapshot(notes, ledger)
    notePaths(snapshot, ledger)
    noteRemovedMedia(snapshot, ledger)
    try ledger.commit()
    var plan = pushPlan(snapshot, ledger, allowsDeletions: allowsDeletions)
    try await leaveOutUnsettled(in: &plan)
    var report = PushReport()
    report.storedIDs = try storeIDs(in: &plan)
    lastPush = report
    let probe = DeletionProbe(connection, accountKey: accountKey)
    let isAlone = try await RemoteComparison(connection: connection, ledger: ledger, probe: probe) {
      try await self.list(connection, snapshot)
    }.update(&plan)
    let surroundings = self.surroundings
    let pusher = Pusher(
      connection, notes, ledger: ledger, report: report, makeID: { surroundings.makeID().text })
    defer { lastPush = pusher.report }
    try await pusher.push(plan)
    return (pusher.report, isAlone)
  }

  /// Runs `body` with exclusive access to the ledger, and records the outcome.
  private func working<Result>(
    isRemembered: Bool = true, _ body: (Connection, Ledger) async throws -> Result
  ) async throws -> Result {
    guard credentials != nil else { throw NotesyncError.notSignedIn }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let connection = Connection(
      settings, transport, pacing: pacing, credentials: credentials,
      state: SyncState(in: accountFolder),
      onRefresh: onRefresh)
    connection.onEvent = onEvent
    do {
      let result = try await body(connection, try openLedger { try Ledger(in: $0) })
      // Without an answer from the server the last error stays.
      if isRemembered, connection.wasAnswered {
        connection.state.lastSync = pacing.now()
        connection.state.lastError = nil
        connection.state.lastErrorTime = nil
      }
      try? connection.state.save(in: accountFolder)
      return result
    } catch {
      connection.state.lastError = "\(error)"
      connection.state.lastErrorTime = pacing.now()
      try? connection.state.save(in: accountFolder)
      if let failure = error as? SystemError {
        throw NotesyncError.disk(path: failure.path ?? "", failure.reason)
      }
      throw error
    }
  }

  /// Records the paths of all notes, which identify notes that cannot be read later.
  func notePaths(_ snapshot: VaultSnapshot, _ ledger: Ledger) {
    for (id, note) in snapshot.notes { ledger.move(id, to: note.path) }
  }

  /// Records media that the server has and the note no longer has: each restore would bring them back.
  func noteRemovedMedia(_ snapshot: VaultSnapshot, _ ledger: Ledger) {
    for (id, note) in snapshot.notes {
      let here = Set(note.media.map(\.sha256))
      if let known = ledger[id], !known.isDeleted {
        for gone in known.media.subtracting(known.foreignMedia).subtracting(here) {
          ledger.remove(media: gone, of: id)
        }
      }
      for back in ledger.removedMedia(of: id).intersection(here) {
        ledger.regain(media: back, of: id)
      }
    }
  }

  /// Sets aside notes without an id that are being written at the moment: storing the id replaces the file, and a
  /// program that has it open would keep writing to the old one.
  private func leaveOutUnsettled(in plan: inout NotesyncPlan) async throws {
    let now = pacing.now()
    var fresh: [NoteID: (path: VaultPath, status: FileStatus)] = [:]
    for note in plan.withoutStoredID {
      guard let status = try vault.folder.status(note.path) else { continue }
      let isFresh = now - Self.settlingTime...now + Self.settlingTime ~= status.modified.seconds
      if isFresh { fresh[note.id] = (note.path, status) }
    }
    guard !fresh.isEmpty else { return }
    try await pacing.sleep(Double(Self.settlingTime))
    let unsettled = try fresh.filter { _, before in
      let status = try vault.folder.status(before.path)
      return status?.modified != before.status.modified || status?.size != before.status.size
    }
    plan.setAside(unsettled.mapValues { _ in .changing })
  }

  private struct IDNotTaken: Error, CustomStringConvertible {
    var description: String {
      "has something else in the place of an id, or is a template: tl doctor shows what"
    }
  }

  /// How many seconds a file has to stay as it is before it counts as settled.
  private static let settlingTime: Int64 = 2

  /// Stores the ids of notes whose ids come from their paths, so that they keep them when moved.
  ///
  /// Not part of the operation: the server knows a note by its id once it was sent.
  private func storeIDs(in plan: inout NotesyncPlan) throws -> [VaultPath] {
    let nameless = plan.withoutStoredID
    guard !nameless.isEmpty else { return [] }
    let writer = try NoteWriter(vault, surroundings, zone: notes.zone)
    var stored: [VaultPath] = []
    var failed: [NoteID: UnsentNote.Reason] = [:]
    for note in nameless {
      do {
        _ = try writer.storeIdentity(note.path, provisionalID: note.id)
        guard case .success = try notes.note(at: note.path, id: note.id, isIDStored: true) else {
          throw IDNotTaken()
        }
        stored.append(note.path)
      } catch {
        failed[note.id] = .idNotStored("\(error)")
      }
    }
    plan.setAside(failed)
    return stored
  }
}
