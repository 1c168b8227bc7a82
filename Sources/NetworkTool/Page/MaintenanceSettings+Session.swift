internal import CommandLineTool
internal import Notesync
internal import Page
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Words

extension MaintenanceSettings {
  /// Of this device.
  init(_ session: Session, _ opened: OpenVault) {
    let environment = session.environment
    self.init(
      settings: { try environment.syncSettings(for: $0, isInteractive: false) },
      readingSettings: { environment.syncSettingsForReading($0, isInteractive: false) },
      noteZone: opened.noteZone)
    notesync = NotesyncMaintenance(
      NotesyncVault(
        path: opened.vault.folder.path, environment: environment,
        surroundings: session.surroundings),
      followsSync: session.userConfiguration.syncsNotesync)
  }
}

extension NotesyncMaintenance {
  /// - Parameter followsSync: whether a sync with git ends with one of notesync.
  init(_ vault: NotesyncVault, followsSync: Bool) {
    self.init(
      followsSync: followsSync,
      status: { vault.status() },
      perform: { vault.perform($0, as: $1) },
      planRestore: { vault.planRestore($0) })
  }
}

/// What the page asks of notesync for a vault.
///
/// The vault, the user's settings and the account are read anew each time, since all of them may change while the page
/// is open.
struct NotesyncVault: Sendable {
  /// The vault's folder.
  let path: String
  let environment: Environment
  /// The clock and the zone of this process.
  let surroundings: Surroundings

  /// Nil if no server is known, or if the vault cannot be read.
  func status() -> NotesyncMaintenance.Status? {
    guard let account = try? account(), let status = try? account.localClient().status() else {
      return nil
    }
    return NotesyncMaintenance.Status(
      status, user: account.known?.userName, zone: surroundings.zone)
  }

  func perform(
    _ work: NotesyncMaintenance.Work, as operation: OperationRecorder?
  ) -> NotesyncMaintenance.Outcome {
    outcome(as: operation) { client in
      switch work {
      case .restore(let count):
        return .init(try await client.restore(newest: count), nil, isRestore: true)
      case .sync(let allowsDeletions):
        let (pull, push) = try await client.sync(allowsDeletions: allowsDeletions)
        return .init(pull, push)
      case .resync:
        _ = try client.resync()
        let (pull, push) = try await client.sync()
        return .init(pull, push)
      }
    }
  }

  func planRestore(_ count: Int?) -> NotesyncMaintenance.Outcome {
    outcome(as: nil) { .init([try await $0.planArrival(newest: count).arrivalText]) }
  }

  /// What came of a work, or why it failed and what was done before.
  private func outcome(
    as operation: OperationRecorder?,
    of work: @escaping (NotesyncClient) async throws -> NotesyncMaintenance.Outcome
  ) -> NotesyncMaintenance.Outcome {
    var done = NotesyncMaintenance.Outcome()
    do {
      return try account().withClient(
        as: operation,
        onFailure: { done = .init($0.lastPull, $0.lastPush, isWhole: false) }, work)
    } catch {
      done.problem =
        (error as? NotesyncError).map { Problem($0, environment) } ?? Problem(error, .vault)
      return done
    }
  }

  /// - Throws: `.notSignedIn` if no server is known.
  private func account() throws -> NotesyncAccount {
    let vault = try Vault(opening: path)
    let account = try NotesyncAccount(
      of: vault, zone: vault.configuration.namedZone ?? surroundings.zone, on: nil, environment,
      UserConfiguration(environment), surroundings)
    guard let account else { throw NotesyncError.notSignedIn }
    return account
  }
}

extension NotesyncMaintenance.Status {
  /// - Parameter user: as given at the login.
  init(_ status: NotesyncStatus, user: String?, zone: TimeZoneRules) {
    self.init(
      rows: status.rows(user: user, zone: zone),
      isSignedIn: status.isSignedIn, holdsDeletions: !status.queue.heldDeletions.isEmpty)
  }
}

extension NotesyncMaintenance.Outcome {
  init(_ texts: [NotesyncText], holdsDeletions: Bool = false) {
    self.init(
      lines: texts.flatMap(\.lines), remarks: texts.flatMap { $0.remarks.map(\.text) },
      holdsDeletions: holdsDeletions)
  }

  /// - Parameter isWhole: false if an error ended it.
  init(
    _ pull: PullReport?, _ push: PushReport?, isWhole: Bool = true, isRestore: Bool = false
  ) {
    let texts = [
      pull?.text(isWhole: isWhole, isRestore: isRestore), push?.text(isWhole: isWhole),
    ]
    self.init(
      texts.compactMap { $0 },
      holdsDeletions: pull?.heldRemovals.isEmpty == false || push?.heldDeletions.isEmpty == false)
    if isWhole, pull?.copies.isEmpty == false { remarks.append(PullReport.conflictHint) }
  }
}
