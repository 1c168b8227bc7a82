package import Git

package enum SyncQuestion: Hashable, Sendable {
  /// Whether to commit what a gate holds back.
  case gate(GateQuestion)
  /// Whether to merge histories without a common commit, with the number of notes on each side.
  case join(ours: Int, theirs: Int)
  /// Whether to leave out here too what was removed from the remote's history.
  case follow(RemovedHistory)
  /// Whether to send everything again to a remote that no longer has the branch.
  case sendAgain(RemovedHistory)
  /// Whether to remove files that the server may have refused from the unsent commits.
  case drop(UnsentSummary)
  /// Whether to undo the last sync: the changes of the folder and of other devices.
  case undo(ChangeList)
}

/// The answers so far: nothing is asked twice in one sync.
package typealias SyncAnswers = [SyncQuestion: Bool]

extension SyncAnswers {
  var gates: [GateQuestion: Bool] {
    var gates: [GateQuestion: Bool] = [:]
    for case (.gate(let question), let answer) in self { gates[question] = answer }
    return gates
  }
}

package struct SyncCallbacks {
  /// Returns false to cancel the transfer.
  package var progress: (TransferProgress) -> Bool
  /// Called before a step with network access: there is no progress until the remote answers.
  package var network: () -> Void = {}
  /// Nil if there is no one to ask.
  package var answer: (SyncQuestion) -> Bool?

  package init(
    progress: @escaping (TransferProgress) -> Bool = { _ in true },
    answer: @escaping (SyncQuestion) -> Bool? = { _ in nil }
  ) {
    self.progress = progress
    self.answer = answer
  }

  /// Reports the start of a step with a remote, if it needs the network.
  func begin(_ phase: TransferProgress.Phase, _ remote: Remote) {
    if case .file = remote.fetchAddress.kind { return }
    network()
    _ = progress(TransferProgress(phase))
  }
}
