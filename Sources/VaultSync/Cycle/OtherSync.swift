internal import Git

/// Whether another sync puts files in place while the folder is read without a lock.
struct OtherSync {
  private let synced: SyncedVault
  private let wasUnfinished: Bool
  private let head: ObjectID?

  /// Before the folder is read.
  init(_ synced: SyncedVault) {
    self.synced = synced
    wasUnfinished = synced.makeApply().isUnfinished()
    head = try? synced.branch().head
  }

  /// After the folder was read: whether it may have been read with only some of another sync's files in place.
  func mayHaveMovedFiles() -> Bool {
    wasUnfinished || synced.makeApply().isUnfinished() || (try? synced.branch().head) != head
  }
}
