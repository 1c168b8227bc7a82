package import Git
package import VaultFormat

/// What a sync is given by the world outside: nothing of it is looked for here.
package struct SyncSettings: Sendable {
  package var network: NetworkSettings
  /// The name of this device, made fit (`DeviceName`).
  package var device: String
  /// By which a journal is known to be one's own; kept outside of the vault.
  package var deviceKey: String
  /// The absolute path of tl, for the merge driver.
  package var program: String
  /// Of the account, for a person who has told git no name.
  package var userName: String
  /// For the look at the folder: as many as there are processors to use.
  package var threads: Int

  package init(
    network: NetworkSettings, device: String, deviceKey: String, program: String,
    userName: String, threads: Int
  ) {
    self.network = network
    self.device = device
    self.deviceKey = deviceKey
    self.program = program
    self.userName = userName
    self.threads = threads
  }
}

/// How a sync is wanted.
package struct SyncOptions: Sendable {
  /// The first line of the commit; nil: a list of the notes.
  package var message: String?
  package var pushes = true
  /// Whether histories without a common commit are joined unasked.
  package var joins = false
  /// Whether deletions are recorded however many they are.
  package var allowsDeletes = false
  /// Files that are to be taken out of the commits that were not sent: of each all paths that may be meant, the
  /// likeliest first.
  package var dropsUnsent: [[VaultPath]] = []
  /// Whether files that are no notes, media or settings are recorded, from now on.
  package var allowsOtherFiles = false

  package init() {}
}
