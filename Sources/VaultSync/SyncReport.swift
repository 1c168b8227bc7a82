package import Git
package import VaultFormat
package import VaultStore

/// What a sync did, as data.
package struct SyncReport: Sendable {
  /// Without `refs/heads/`.
  package var branch: String
  /// What was carried out; of a dry run, what would be.
  package var plan = SyncPlan()
  /// The address without a password; nil where there is no remote.
  package var remote: String?
  /// What this device recorded.
  package var committed = ChangeList()
  /// What came from others.
  package var arrived = ChangeList()
  /// What an undo took back.
  package var undone = ChangeList()
  /// What others will get from this device.
  package var sent = ChangeList()
  /// What was decided where both sides had changed something.
  package var events: [MergeEvent] = []
  /// Files of others that have another name here, because this device had made a file of theirs.
  package var renamedTheirs: Set<VaultPath> = []
  /// What stays here because a gate held it back, or because it cannot be recorded.
  package var heldBack: [LeftOut] = []
  /// Files that git has and this folder cannot show.
  package var kept: [KeptFile] = []
  /// What another program wrote into a file in the moment of its replacement; it is in the trash.
  package var leftovers: [TrashEntry] = []
  /// What is odd about new names.
  package var findings: [NameFinding] = []
  package var remarks: [SyncRemark] = []
  package var network = NetworkOutcome.done
  /// What was not sent because the server refused it; nil where it refused nothing.
  package var unsent: UnsentSummary?

  package init(branch: String) {
    self.branch = branch
  }

  /// Notes with a version kept in a copy by this sync.
  package var conflictCount: Int {
    events.count { if case .conflictCopy = $0.kind { true } else { false } }
  }

  package var mergedCount: Int { events.count { $0.kind == .merged } }
}

/// What became of the part that needs a remote.
package enum NetworkOutcome: Sendable {
  case done
  /// The vault has no remote: all is recorded here.
  case noRemote
  /// All is recorded here, and the next sync goes on.
  case failed(TransportError)
  /// Not asked for (`--no-push`).
  case notPushed
  /// Others were faster, so often in a row.
  case keepsMoving
}

/// Something worth a word that needs no action.
package enum SyncRemark: Hashable, Sendable {
  /// Commits bear a name or an address that was made up; said once.
  case madeUpIdentity(name: String, email: String)
  /// The remote is a folder, and no git program ran its hooks; said once.
  case serverHooksDidNotRun
  /// Another branch than the remote's usual one.
  case branch(String)
  /// An interrupted sync was ended before this one.
  case recovered
  /// The branch of the remote that this one goes to from now on.
  case upstreamSet(remote: String, branch: String)
  /// Files that changed while their new versions were written; theirs waits in git.
  case keptChanging([VaultPath])
  /// Notes edited without tl whose `updated` was set.
  case stamped(Int)
  /// A media folder that followed its renamed note.
  case movedMedia(from: VaultPath, to: VaultPath)
  /// What the server's hooks said.
  case server(String)
  /// What was sent went to another remote than the one that is followed.
  case pushedTo(address: String, branch: String)
  /// Files were taken out of commits that were not sent. `isAsked`: somebody wanted it; otherwise they were gone.
  case droppedUnsent(files: [DroppedFile], commits: Int, isAsked: Bool)
  /// A device's newest commit is dated more than a day after what the clock here shows.
  case clockAhead(device: String, time: NoteTime, now: NoteTime)
  /// The hooks of git left nothing of what changed to commit.
  case emptiedByHooks
  /// Files of rules that an undo leaves as they are.
  case rulesStay([VaultPath])
  /// What is known here of the remote's branch could not be brought up to date, in git's words.
  case trackingStays(branch: String, message: String)
}

/// The files in which two trees differ, as a person counts them.
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
    /// Not fit for a terminal as it is.
    package var title: String
    /// Where it was, of one that was moved.
    package var origin: VaultPath?
    /// A note that came as the version which a merge kept beside another one.
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
