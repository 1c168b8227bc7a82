package import Git
package import VaultFormat
package import VaultStore

/// The result of a sync.
package struct SyncReport: Sendable {
  /// Without `refs/heads/`.
  package var branch: String
  /// The executed steps; of a dry run the planned ones.
  package var plan = SyncPlan()
  /// The address without a password; nil without a remote.
  package var remote: String?
  /// What this device recorded.
  package var committed = ChangeList()
  /// What came from others.
  package var arrived = ChangeList()
  /// What an undo reverted.
  package var undone = ChangeList()
  /// What this device pushed.
  package var sent = ChangeList()
  /// Decisions about changes of both sides.
  package var events: [MergeEvent] = []
  /// Files of others with another name here, because this device had a file with theirs.
  package var renamedTheirs: Set<VaultPath> = []
  /// Files that a gate held back, or that cannot be recorded.
  package var heldBack: [LeftOut] = []
  /// Files that are kept in git only.
  package var kept: [KeptFile] = []
  /// Versions that another program saved at the moment of their replacement; they are in the trash.
  package var leftovers: [TrashEntry] = []
  /// Findings about new names.
  package var findings: [NameFinding] = []
  package var remarks: [SyncRemark] = []
  package var network = NetworkOutcome.done
  /// What was not pushed because the server refused it; nil if it refused nothing.
  package var unsent: UnsentSummary?

  package init(branch: String) {
    self.branch = branch
  }

  /// Notes with a conflict copy from this sync.
  package var conflictCount: Int {
    events.count { if case .conflictCopy = $0.kind { true } else { false } }
  }

  package var mergedCount: Int { events.count { $0.kind == .merged } }
}

/// The result of the part that needs a remote.
package enum NetworkOutcome: Sendable {
  case done
  /// The vault has no remote: everything is recorded here.
  case noRemote
  /// Everything is recorded here, and the next sync continues.
  case failed(TransportError)
  /// Turned off (`--no-push`).
  case notPushed
  /// Others pushed first, each time.
  case keepsMoving
}

/// Information that needs no action.
package enum SyncRemark: Hashable, Sendable {
  /// Commits have a default name or address; reported once.
  case defaultIdentity(name: String, email: String)
  /// The remote is a folder, and its hooks did not run without the git program; reported once.
  case serverHooksDidNotRun
  /// Another branch than the remote's default one.
  case branch(String)
  /// An interrupted sync was recovered before this one.
  case recovered
  /// The new upstream of the branch.
  case upstreamSet(remote: String, branch: String)
  /// Files that changed while their new versions were written; the new versions are in git.
  case keptChanging([VaultPath])
  /// The number of notes edited without tl whose `updated` was set.
  case stamped(Int)
  /// A media folder that followed its renamed note.
  case movedMedia(from: VaultPath, to: VaultPath)
  /// The messages of the server's hooks.
  case server(String)
  /// Pushed to another remote than that of the upstream.
  case pushedTo(address: String, branch: String)
  /// Files were removed from unsent commits. `isAsked`: the user asked for it; otherwise the files no longer existed.
  case droppedUnsent(files: [DroppedFile], commits: Int, isAsked: Bool)
  /// A device's newest commit is more than a day ahead of the clock here.
  case clockAhead(device: String, time: NoteTime, now: NoteTime)
  /// Git's hooks left nothing to commit.
  case emptiedByHooks
  /// Ignore and attribute files that an undo keeps.
  case rulesStay([VaultPath])
  /// The tracking reference could not be updated; git's message.
  case trackingStays(branch: String, message: String)
}

/// The differences of two trees, in notes, media and other files.
package struct ChangeList: Hashable, Sendable {
  package var notes: [NoteLine] = []
  /// Media files, and files that are neither notes nor media.
  package var media = 0
  package var others: [VaultPath] = []

  package struct NoteLine: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      case added, changed, removed
      /// From `origin`, and possibly changed.
      case moved
    }

    package var path: VaultPath
    package var kind: Kind
    /// May contain control characters.
    package var title: String
    /// The previous path of a moved note.
    package var origin: VaultPath?
    /// Whether a merge added the note as a conflict copy.
    package var isConflictCopy = false
  }

  package init() {}

  package var isEmpty: Bool { notes.isEmpty && media == 0 && others.isEmpty }

  mutating func add(_ other: ChangeList) {
    notes += other.notes
    media += other.media
    others += other.others
  }
}
