package import Git
package import VaultFormat

/// What a sync records of the folder.
///
/// Made in two steps: the gates decide what may be committed, and reading it gives the commit.
package struct RecordPlan: Hashable, Sendable {
  /// The compared commit; nil before the first one.
  package var head: ObjectID?
  /// Media folders that follow their renamed notes.
  package var movedMedia: [MediaMove] = []
  /// Unanswered questions: what they are about is left out.
  package var questions: [GateQuestion] = []
  /// Paths that stay as in the last commit, in byte order.
  package var skipped: [SkippedPath] = []
  /// The new setting for other files; nil keeps it.
  var otherFiles: OtherFiles.Answer?
  /// Void records of held changes.
  var settled: Set<VaultPath> = []
  /// Changes that passed the gates, to be read.
  var passed: [LocalChange] = []
  /// Notes whose `updated` is to be set, in byte order.
  package var stamps: [NoteStamp] = []

  /// The changes of the commit, in byte order of the paths.
  package var changes: [CommittedChange] = []
  /// Held changes that can be committed: to be merged with the branch, not part of this commit.
  package var released = ReleasedChanges()
  /// The tree of the commit; nil if nothing changed, or no object was written.
  package var tree: ObjectID?
  package var message = ""
  /// About new names.
  package var findings: [NameFinding] = []
  var index: [IndexChange] = []

  /// Nil if there is nothing to commit.
  var commit: PlannedCommit? {
    tree.map { PlannedCommit(tree: $0, parents: head.map { [$0] } ?? [], message: message) }
  }

  /// Files of the folder that differ from the commit on purpose: nothing that arrives may replace them.
  package var heldPaths: Set<VaultPath> { Set(skipped.map(\.path)) }

  /// Takes the changes of the final commit, after hooks; keeps known titles.
  mutating func noteChanges(_ all: [TreeChange]) {
    let titles = Dictionary(changes.map { ($0.path, $0.title) }) { first, _ in first }
    changes = all.map { change in
      CommittedChange(
        path: change.path,
        kind: change.old == nil ? .added : change.new == nil ? .deleted : .modified,
        old: change.old, new: change.new, title: titles[change.path] ?? nil)
    }
  }
}

/// The result of executing a plan.
struct RecordOutcome: Sendable {
  /// The plan that was executed: with the stamped notes, and the changes that hooks left.
  var plan: RecordPlan
  /// Nil if there was nothing to commit.
  var commit: ObjectID?
  /// Whether hooks left nothing to commit.
  var isEmptiedByHooks = false
}

package struct CommittedChange: Hashable, Sendable {
  package var path: VaultPath
  package var kind: LocalChange.Kind
  package var old: TreeEntry?
  package var new: TreeEntry?
  /// The title of a note, but only of the first few hundred; may contain any characters.
  package var title: String?

  var inTree: TreeChange { TreeChange(path: path, old: old, new: new) }
}

/// A media folder without its note, moved to the only note that claims it.
package struct MediaMove: Hashable, Sendable {
  package var from: VaultPath
  package var to: VaultPath
  package var note: VaultPath
}

/// Held changes that can be committed: to be merged with the branch, each from its base.
package struct ReleasedChanges: Hashable, Sendable {
  /// In an order that depends on the commits only.
  package var sides: [Side] = []
  /// The folder's entries of held files without a change.
  ///
  /// They get the branch's version.
  package var unchanged: [VaultPath: TreeEntry?] = [:]

  package var isEmpty: Bool { sides.isEmpty && unchanged.isEmpty }

  /// All changes, in byte order of the paths.
  package var changes: [CommittedChange] {
    sides.flatMap(\.changes).sorted { $0.path < $1.path }
  }

  /// Without the files that another program has open, and without what is merged together with one of them.
  func leavingOut(_ open: Set<VaultPath>) -> ReleasedChanges {
    var rest = self
    rest.sides.removeAll { side in side.changes.contains { open.contains($0.path) } }
    rest.unchanged = rest.unchanged.filter { !open.contains($0.key) }
    return rest
  }

  /// The changes with one base.
  package struct Side: Hashable, Sendable {
    /// Nil if it is unknown.
    package var base: ObjectID?
    /// Relative to the base, in byte order of the paths.
    package var changes: [CommittedChange]
  }

  mutating func add(_ next: CommittedChange, madeFrom base: ObjectID?) {
    if let number = sides.firstIndex(where: { $0.base == base }) {
      sides[number].changes.append(next)
    } else {
      sides.append(Side(base: base, changes: [next]))
    }
  }

  mutating func sort() {
    for number in sides.indices { sides[number].changes.sort { $0.path < $1.path } }
    sides.sort { ($0.base?.hex ?? "~") < ($1.base?.hex ?? "~") }
  }
}
