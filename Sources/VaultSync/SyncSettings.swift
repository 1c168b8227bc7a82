package import Git
package import VaultFormat

/// The settings of a sync, given by the caller.
package struct SyncSettings: Sendable {
  package var network: NetworkSettings
  /// The name of this device, as by `DeviceName.fit`.
  package var device: String
  /// Identifies this device in journals; stored outside of the vault.
  package var deviceKey: String
  /// The absolute path of tl, for the merge driver.
  package var program: String
  /// The name of the account, for a user without a name in git's settings.
  package var userName: String
  /// The number of threads that scan the folder, as many as processors.
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

package struct SyncOptions: Sendable {
  /// The first line of the commit; if nil, a list of the notes.
  package var message: String?
  package var pushes = true
  /// Whether histories without a common commit are merged without asking.
  package var joins = false
  /// What becomes of commits that were removed from the remote's history; if nil, it is asked.
  package var removedHistory: RemovedHistory.Choice?
  /// Whether any number of deletions is recorded.
  package var allowsDeletes = false
  /// Files to remove from the unsent commits: of each all possible paths, the likeliest first.
  package var dropsUnsent: [[VaultPath]] = []
  /// Whether files that are not notes, media or settings are recorded from now on.
  package var allowsOtherFiles = false

  package init() {}
}
