internal import Crypto
internal import SystemCalls
package import VaultFormat
package import VaultStore

/// One vault, one account on one server.
///
/// Not for several tasks at once; other processes are kept out while it works.
package final class NotesyncClient {
  package let settings: NotesyncSettings
  let vault: Vault
  let notes: VaultNotes
  let surroundings: Surroundings
  private let transport: any NotesyncTransport
  let pacing: Pacing
  private let credentials: Credentials?
  let accountKey: String
  private let onRefresh: (Credentials) -> Void
  private let onEvent: (NotesyncEvent) -> Void
  /// What the last pull and the last push did, also where they ended with an error.
  package internal(set) var lastPull: PullReport?
  package private(set) var lastPush: PushReport?

  /// - Parameters:
  ///   - zone: that of the vault, in which arriving times are written.
  ///   - threads: as many as there are processors to use.
  ///   - user: the account's id on the server; nil: as the credentials say.
  ///   - credentials: nil without a sign-in: what waits is known all the same.
  ///   - onRefresh: called with new tokens whenever the server gives any.
  ///   - onEvent: told of what happens meanwhile.
  package init(
    vault: Vault, zone: TimeZoneRules, surroundings: Surroundings, threads: Int,
    settings: NotesyncSettings, transport: any NotesyncTransport, pacing: Pacing,
    user: String? = nil, credentials: Credentials?,
    onRefresh: @escaping (Credentials) -> Void = { _ in },
    onEvent: @escaping (NotesyncEvent) -> Void = { _ in }
  ) {
    self.vault = vault
    self.surroundings = surroundings
    self.settings = settings
    self.transport = transport
    self.pacing = pacing
    self.credentials = credentials
    self.onRefresh = onRefresh
    self.onEvent = onEvent
    notes = VaultNotes(
      vault, zone: zone, threads: threads, hashes: MediaHashes(vault, now: pacing.now))
    accountKey = Self.accountKey(
      server: settings.server, user: user ?? credentials?.userID ?? "")
  }

  /// What tells accounts apart: server and user, so that each has a ledger of its own.
  package static func accountKey(server: ServerAddress, user: String) -> String {
    String(SHA256.hash(data: Array("\(server.text)\n\(user)".utf8)).hex.prefix(16))
  }

  var accountPath: VaultPath {
    VaultPath(in: NotesyncLayout.folder, named: accountKey.utf8)
  }
  private var accountFolder: String { systemPath(accountPath) }

  func systemPath(_ path: VaultPath) -> String { "\(vault.folder.path)/\(path.text)" }

  /// Makes a folder of its own; in a vault from elsewhere a link may lie in its place, which is refused.
  func makeFolder(_ path: VaultPath) throws {
    try vault.folder.makeFolders(path, permissions: 0o700)
  }
}

// MARK: - Without the network

/// What is known without asking the server.
package struct NotesyncStatus: Hashable, Sendable {
  package var server: ServerAddress
  package var isSignedIn: Bool
  /// As the server calls the person, where it said so.
  package var userName: String?
  /// Seconds since 1970.
  package var lastSync: Int64?
  package var lastError: String?
  package var lastErrorTime: Int64?
  package var queue: NotesyncPlan
}

extension NotesyncClient {
  /// - Throws: a `StoreError`, a `NotesyncError` where the vault or the ledger cannot be read.
  package func status() throws -> NotesyncStatus {
    let state = SyncState(in: accountFolder)
    return NotesyncStatus(
      server: settings.server, isSignedIn: credentials != nil, userName: credentials?.userName,
      lastSync: state.lastSync, lastError: state.lastError, lastErrorTime: state.lastErrorTime,
      queue: try queue())
  }

  /// What a push would send, as far as it is known without asking the server.
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
  /// - Returns: how many notes that concerns.
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
    } catch LedgerError.notALedger(let path) {
      throw NotesyncError.disk(path: path, "is no ledger that this version of tl can read")
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
  /// Sends what waits.
  ///
  /// - Throws: a `NotesyncError`, a `StoreError`; what was acknowledged until then is never sent again.
  package func push(allowsDeletions: Bool = false) async throws -> PushReport {
    try await working { connection, ledger in
      let isKnown = try await connection.state.listMark?.holds(connection) ?? false
      let (report, isAlone) = try await self.push(
        connection, ledger, allowsDeletions: allowsDeletions)
      if report.noteCount > 0 {
        await self.markList(connection, ledger, isKnown: isKnown || isAlone)
      }
      return report
    }
  }

  /// Brings notes from the server into the vault: the newest, or all of them where `newest` is nil.
  ///
  /// - Parameter bringsRemovedMedia: also media that were removed here, which the server keeps for ever.
  /// - Throws: a `NotesyncError`, a `StoreError`; a second time goes on where this one ended.
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

  /// What a restore, or a sync, would bring in; nothing is written.
  ///
  /// - Parameters:
  ///   - isRestore: false for a sync, which also asks for deletions.
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

  /// Brings in what others did, deletions too, and then sends what waits.
  ///
  /// - Throws: a `NotesyncError`, a `StoreError`.
  package func sync(
    allowsDeletions: Bool = false
  ) async throws -> (pull: PullReport, push: PushReport) {
    try await working { connection, ledger in
      let (pull, isSettled) = try await self.pull(
        connection, ledger, newest: nil, for: .pull, allowsDeletions: allowsDeletions)
      let (push, _) = try await self.push(connection, ledger, allowsDeletions: allowsDeletions)
      if !pull.isEmpty || push.noteCount > 0 || connection.state.listMark == nil {
        await self.markList(connection, ledger, isKnown: isSettled)
      }
      return (pull, push)
    }
  }

  /// - Returns: also whether the server had no notes before.
  private func push(
    _ connection: Connection, _ ledger: Ledger, allowsDeletions: Bool
  ) async throws -> (report: PushReport, isAlone: Bool) {
    let snapshot = try VaultSnapshot(notes, ledger)
    notePaths(snapshot, ledger)
    noteRemovedMedia(snapshot, ledger)
    try ledger.commit()
    var plan = pushPlan(snapshot, ledger, allowsDeletions: allowsDeletions)
    try await leaveOutUnsettled(in: &plan)
    let storedIDs = try storeIDs(in: &plan)
    lastPush = PushReport()
    lastPush?.storedIDs = storedIDs
    let probe = DeletionProbe(connection, accountKey: accountKey)
    let isAlone = try await RemoteComparison(connection: connection, ledger: ledger, probe: probe) {
      try await self.list(connection, snapshot)
    }.update(&plan)
    let surroundings = self.surroundings
    let pusher = Pusher(
      connection, notes, ledger: ledger, makeID: { surroundings.makeID().text })
    defer {
      lastPush = pusher.report
      lastPush?.storedIDs = storedIDs
    }
    try await pusher.push(plan)
    var report = pusher.report
    report.storedIDs = storedIDs
    return (report, isAlone)
  }

  /// Runs something with the ledger, alone, and remembers how it went.
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
      // Without a word from the server nothing is known of how it would go.
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

  /// Where the notes are now: of those that are out of sight, only the place tells which they are.
  func notePaths(_ snapshot: VaultSnapshot, _ ledger: Ledger) {
    for (id, note) in snapshot.notes { ledger.move(id, to: note.path) }
  }

  /// Media that the server has and the note no longer: they would come back with each restore.
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

  /// Sets aside the notes without an id that are being written at this moment: the id comes with a new file in the
  /// place of the old one, and a program that has that open goes on writing into it.
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

  /// In seconds.
  private static let settlingTime: Int64 = 2

  /// Writes the ids of notes that go by their path into their files: with another path they would be others.
  private func storeIDs(in plan: inout NotesyncPlan) throws -> [VaultPath] {
    let nameless = plan.withoutStoredID
    guard !nameless.isEmpty else { return [] }
    let writer = try NoteWriter(vault, surroundings, zone: notes.zone)
    var stored: [VaultPath] = []
    var failed: [NoteID: AsideNote.Reason] = [:]
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
