internal import System
internal import VaultFormat
internal import VaultStore

/// What a folder has that is not recorded: two states are equal while nothing is written in it.
package struct FolderState: Hashable, Sendable {
  private struct Found: Hashable, Sendable {
    var path: VaultPath
    var kind: LocalChange.Kind
    var size: Int64?
    var modified: FileTime?
  }

  private var found: [Found] = []

  package init() {}

  init(_ difference: WorktreeDifference) {
    found = difference.changes.map {
      Found(path: $0.path, kind: $0.kind, size: $0.status?.size, modified: $0.status?.modified)
    }
  }

  package var isEmpty: Bool { found.isEmpty }
}

/// When a folder that is watched is synced: once it has been quiet for a while after a change, and every few
/// minutes for the sake of what others did.
///
/// Times are milliseconds of any clock that only goes forward.
package struct WatchSchedule: Sendable {
  /// How long nothing was written before a sync: people pause while they write.
  package static let quiet: Int64 = 30_000
  package static let interval: Int64 = 300_000

  private var lastSync: Int64
  /// What the last sync left: a gate held it back, and it is not tried again for its own sake.
  private var left: FolderState
  private var state: FolderState
  private var lastChange: Int64

  /// A sync has just ended.
  package init(leaving state: FolderState, at now: Int64) {
    lastSync = now
    left = state
    self.state = state
    lastChange = now
  }

  /// Takes in a look at the folder.
  ///
  /// - Returns: whether it is time for a sync.
  package mutating func isDue(_ state: FolderState, at now: Int64) -> Bool {
    if state != self.state {
      self.state = state
      lastChange = now
    }
    if now &- lastSync >= Self.interval { return true }
    return !state.isEmpty && state != left && now &- lastChange >= Self.quiet
  }
}

extension SyncedVault {
  /// Looks through the folder; nothing is read that did not change, and nothing written.
  package func folderState() throws(SyncError) -> FolderState {
    try asSyncError {
      let scan = WorktreeScan(
        vault.folder, repository, threads: settings.threads, now: surroundings.now())
      return FolderState(try scan.run())
    }
  }
}
