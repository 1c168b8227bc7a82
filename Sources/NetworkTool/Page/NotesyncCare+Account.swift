internal import CommandLineTool
internal import Notesync
internal import Page
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

extension NotesyncCare {
  /// - Parameter followsSync: whether a sync with git ends with one of notesync.
  init(_ vault: NotesyncVault, followsSync: Bool) {
    self.init(
      followsSync: followsSync,
      status: { vault.status() },
      perform: { vault.perform($0) },
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
  func status() -> NotesyncCare.Status? {
    guard let account = try? account(), let status = try? account.localClient().status() else {
      return nil
    }
    return NotesyncCare.Status(status, user: account.known?.userName, zone: surroundings.zone)
  }

  func perform(_ work: NotesyncCare.Work) -> NotesyncCare.Outcome {
    switch work {
    case .sync(let allowsDeletions):
      outcome(of: { try await $0.sync(allowsDeletions: allowsDeletions) }) {
        .init($0.pull, $0.push)
      }
    case .restore(let count):
      outcome(of: { try await $0.restore(newest: count) }) { .init($0, nil, isRestore: true) }
    case .resync:
      outcome(
        of: { client in
          _ = try client.resync()
          return try await client.sync()
        }) { .init($0.pull, $0.push) }
    }
  }

  func planRestore(_ count: Int?) -> NotesyncCare.Outcome {
    outcome(of: { try await $0.planArrival(newest: count) }) { .init([$0.arrivalText]) }
  }

  /// What came of a work, or why it failed and what was done before.
  private func outcome<Result>(
    of work: @escaping (NotesyncClient) async throws -> Result,
    _ words: (Result) -> NotesyncCare.Outcome
  ) -> NotesyncCare.Outcome {
    var done = NotesyncCare.Outcome()
    do {
      let result = try account().withClient(
        onFailure: { done = .init($0.lastPull, $0.lastPush, isWhole: false) }, work)
      return words(result)
    } catch {
      done.problem = .init(
        (error as? NotesyncError).map { CommandError($0, environment) } ?? CommandError(error))
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

extension NotesyncCare.Status {
  /// - Parameter user: as given at the login.
  init(_ status: NotesyncStatus, user: String?, zone: TimeZoneRules) {
    self.init(
      rows: status.rows(user: user, zone: zone).map { CareWords.Row($0.label, $0.text) },
      isSignedIn: status.isSignedIn, holdsDeletions: !status.queue.heldDeletions.isEmpty)
  }
}

extension NotesyncCare.Outcome {
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
