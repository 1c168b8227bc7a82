package import Git
package import VaultFormat

/// What a sync is to record of the folder.
///
/// Made in two steps: the gates decide what may be committed, and reading it says what the commit is.
package struct RecordPlan: Hashable, Sendable {
  /// The commit that the folder was compared with; nil before the first one.
  package var head: ObjectID?
  /// Media folders that were left behind by their notes, and follow them.
  package var movedMedia: [MediaMove] = []
  /// Questions without an answer: what they are about is left out.
  package var questions: [GateQuestion] = []
  /// What stays as the last commit has it, in byte order of the paths.
  package var leftOut: [LeftOut] = []
  /// Whether other files are to be recorded from now on; nil leaves that as it is.
  var otherFiles: OtherFiles.Answer?
  /// Records of changes that waited, and mean nothing any more.
  var settled: Set<VaultPath> = []
  /// What passes the gates, and is to be read.
  var passed: [LocalChange] = []
  /// Notes of which `updated` is to be set, in byte order.
  package var stamps: [NoteStamp] = []

  /// What the commit changes, in byte order of the paths.
  package var changes: [CommittedChange] = []
  /// What waited before, and is not part of the commit: it is to be merged with the branch.
  package var released = ReleasedChanges()
  /// The tree of the commit; nil where nothing changed, or no object was written.
  package var tree: ObjectID?
  package var message = ""
  /// About new names.
  package var findings: [NameFinding] = []
  /// What is to become of git's index.
  var index: [IndexChange] = []

  /// Nil where nothing is to be committed.
  var commit: PlannedCommit? {
    tree.map { PlannedCommit(tree: $0, parents: head.map { [$0] } ?? [], message: message) }
  }

  /// The files of the folder that differ from the commit on purpose: nothing that arrives may replace them.
  package var heldPaths: Set<VaultPath> { Set(leftOut.map(\.path)) }

  /// Takes what a commit changed in the end, where hooks had a say in it; titles that are known stay.
  mutating func noteChanges(_ all: [TreeChange]) {
    let titles = Dictionary(
      changes.compactMap { change in change.title.map { (change.path, $0) } },
      uniquingKeysWith: { first, _ in first })
    changes = all.map { change in
      CommittedChange(
        path: change.path,
        kind: change.old == nil ? .added : change.new == nil ? .deleted : .modified,
        old: change.old, new: change.new, title: titles[change.path])
    }
  }
}

/// What came of a plan.
struct Recorded: Sendable {
  /// As it was carried out: with the notes that were stamped, and the changes that hooks left.
  var plan: RecordPlan
  /// Nil where there was nothing to commit.
  var commit: ObjectID?
  /// Hooks left nothing of the changes to commit.
  var isEmptiedByHooks = false
}

/// A path that a commit changes.
package struct CommittedChange: Hashable, Sendable {
  package var path: VaultPath
  package var kind: LocalChange.Kind
  package var old: TreeEntry?
  package var new: TreeEntry?
  /// Of a note, but only of the first few hundred; may hold any characters.
  package var title: String?

  var inTree: TreeChange { TreeChange(path: path, old: old, new: new) }
}

/// A media folder that lay without a note and was moved to the one note that claims it.
package struct MediaMove: Hashable, Sendable {
  package var from: VaultPath
  package var to: VaultPath
  package var note: VaultPath
}

/// Why nothing was committed.
package enum LocalCommitError: Error, Hashable, Sendable {
  /// No branch is checked out.
  case detachedHead
  /// Content that only git's index has, and that a commit of the folder would lose.
  case stagedOnly([VaultPath])
  /// Paths that a merge left unsettled in git's index.
  case unmerged([VaultPath])
  /// Another program committed meanwhile: the folder has to be looked at again.
  case branchMoved
}

extension LocalCommitError: CustomStringConvertible {
  /// Reads after "cannot commit: ".
  package var description: String {
    switch self {
    case .detachedHead: "no branch is checked out"
    case .stagedOnly(let paths):
      "\(Self.list(paths)): staged with git, and neither in the folder nor in the last commit"
    case .unmerged(let paths): "\(Self.list(paths)): a merge by git is not settled"
    case .branchMoved: "another program committed in the meantime"
    }
  }

  private static func list(_ paths: [VaultPath]) -> String {
    (paths.first?.text ?? "") + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
  }
}
