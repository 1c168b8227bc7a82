package import VaultFormat

/// What a restore, or the first half of a sync, did.
package struct PullReport: Hashable, Sendable {
  package var created: [VaultPath] = []
  package var updated: [VaultPath] = []
  /// Deleted elsewhere: in the trash here.
  package var removed: [VaultPath] = []
  /// The paths of conflict copies.
  package var copies: [VaultPath] = []
  /// Media files that were written.
  package var media: [VaultPath] = []
  /// Media that the server has and that stay away, as they were removed here.
  package var removedMediaCount = 0
  package var findings: [PullFinding] = []
  /// Notes that are not on the server, while too many are missing to be meant, or the reason is unknown.
  package var heldRemovals: [VaultPath] = []
  /// Notes whose time on the server lies more than a day ahead of this clock.
  package var farAhead: [VaultPath] = []
  /// The server does not answer probes, so that deletions made elsewhere cannot be told.
  package var cannotTellDeletions = false
  /// Of what came, in bytes.
  package var byteCount: Int64 = 0

  package init() {}

  /// Nothing in the vault was changed.
  var isEmpty: Bool {
    created.isEmpty && updated.isEmpty && removed.isEmpty && copies.isEmpty && media.isEmpty
  }
}
