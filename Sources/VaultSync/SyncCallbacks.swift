package import Git

/// What a sync does not decide by itself.
package enum SyncQuestion: Hashable, Sendable {
  /// Whether to commit what a gate holds back.
  case gate(GateQuestion)
  /// Whether to join histories without a common commit, with the number of notes on each side.
  case join(ours: Int, theirs: Int)
  /// Whether to take files that the server may have refused out of the commits that were not sent.
  case drop(UnsentSummary)
  /// Whether to take back what the last sync did: what the folder and other devices will see.
  case undo(ChangeList)
}

/// What was answered so far: nothing is asked twice in one sync.
package typealias SyncAnswers = [SyncQuestion: Bool]

/// The progress and confirmation callbacks of a sync.
package struct SyncCallbacks {
  /// False ends the transfer.
  package var progress: (TransferProgress) -> Bool
  /// Called before a step that goes over a network: until the remote answers there is no progress.
  package var network: () -> Void = {}
  /// Nil: there is nobody to ask.
  package var answer: (SyncQuestion) -> Bool?

  package init(
    progress: @escaping (TransferProgress) -> Bool = { _ in true },
    answer: @escaping (SyncQuestion) -> Bool? = { _ in nil }
  ) {
    self.progress = progress
    self.answer = answer
  }

  /// Tells that a step with a remote begins, if that is on a network.
  func begin(_ phase: TransferProgress.Phase, _ remote: Remote) {
    if case .file = remote.fetchAddress.kind { return }
    network()
    _ = progress(TransferProgress(phase))
  }
}
