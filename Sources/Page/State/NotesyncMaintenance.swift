package import VaultStore
package import Words

/// What the page asks of notesync; each function waits for its end, and none asks anything.
package struct NotesyncMaintenance: Sendable {
  package enum Work: Hashable, Sendable {
    /// - Parameter allowsDeletions: even so many that they are rarely meant.
    case sync(allowsDeletions: Bool)
    /// Brings notes back from the server, which changes none that is newer here.
    ///
    /// - Parameter count: of the newest notes; nil for all.
    case restore(count: Int?)
    /// Forgets what the server has acknowledged, and syncs: all notes are compared.
    case resync
  }

  /// The state of an account, in the words of the command line.
  package struct Status: Sendable {
    package var rows: [TextRow]
    package var isSignedIn: Bool
    /// Whether the next push would leave out deletions that can be allowed.
    package var holdsDeletions: Bool

    package init(rows: [TextRow], isSignedIn: Bool, holdsDeletions: Bool) {
      (self.rows, self.isSignedIn, self.holdsDeletions) = (rows, isSignedIn, holdsDeletions)
    }
  }

  /// What a work did, or would do, in the words of the command line; they may contain control characters.
  package struct Outcome: Sendable {
    /// One for each note.
    package var lines: [String]
    /// Warnings and sums, in order.
    package var remarks: [String]
    package var problem: Problem?
    /// Whether it left out deletions that can be allowed.
    package var holdsDeletions: Bool

    package init(
      lines: [String] = [], remarks: [String] = [], problem: Problem? = nil,
      holdsDeletions: Bool = false
    ) {
      (self.lines, self.remarks, self.problem) = (lines, remarks, problem)
      self.holdsDeletions = holdsDeletions
    }
  }

  /// Whether a sync with git ends with one of notesync.
  package var followsSync: Bool
  /// Nil if no server is known for this vault.
  package var status: @Sendable () -> Status?
  /// The recorder receives what is changed in the vault; who calls finishes it.
  package var perform: @Sendable (Work, OperationRecorder?) -> Outcome
  /// What a restore would bring; changes nothing.
  package var planRestore: @Sendable (_ count: Int?) -> Outcome

  package init(
    followsSync: Bool, status: @escaping @Sendable () -> Status?,
    perform: @escaping @Sendable (Work, OperationRecorder?) -> Outcome,
    planRestore: @escaping @Sendable (_ count: Int?) -> Outcome
  ) {
    (self.followsSync, self.status, self.perform) = (followsSync, status, perform)
    self.planRestore = planRestore
  }
}
