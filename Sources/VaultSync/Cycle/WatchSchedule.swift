internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The unrecorded changes of a folder: two states are equal if nothing was written in between.
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

/// When to sync a watched folder: some time after its last change, and every few minutes to fetch.
///
/// Times are milliseconds of any monotonic clock.
package struct WatchSchedule: Sendable {
  /// Milliseconds without a change before a sync: people pause while they write.
  package static let quiet: Int64 = 30_000
  package static let interval: Int64 = 300_000

  private var lastSync: Int64
  /// The changes that the last sync left, held back by a gate: they alone do not start a sync.
  private var left: FolderState
  private var state: FolderState
  private var lastChange: Int64

  /// After a sync.
  package init(leaving state: FolderState, at now: Int64) {
    lastSync = now
    left = state
    self.state = state
    lastChange = now
  }

  /// Takes the folder's present state.
  ///
  /// - Returns: whether a sync is due.
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
  /// Reads the folder's changes; reads no unchanged file, and writes nothing.
  package func folderState() throws(SyncError) -> FolderState {
    try asSyncError {
      let scan = WorktreeScan(
        vault: vault.folder, repository: repository, threads: settings.threads,
        now: surroundings.now(), filterProgram: filterProgram)
      return FolderState(try scan.run())
    }
  }
}
