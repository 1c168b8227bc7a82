package import Git
package import VaultFormat
internal import VaultStore

/// Makes commits, signed if git's settings ask for it.
///
/// They are unreachable objects, except a commit with hooks on the checked-out branch.
struct CommitMaker {
  let repository: Repository
  let identity: CommitIdentity
  /// Signs; nil without signatures.
  var signer: GitProgram?
  /// Runs the commit hooks; nil if there are none.
  var hooks: GitProgram?

  /// Makes a commit without hooks: they have run, or need not.
  ///
  /// - Parameter tree: of the vault; everything outside of it stays as in the first parent.
  /// - Throws: `.gitProgram` if the signing program fails; nothing has changed then.
  func commit(
    _ tree: ObjectID, _ parents: [ObjectID], message: String
  ) throws -> ObjectID {
    try write(
      repository.rootTree(of: tree, onto: parents.first), parents: parents, message: message)
  }

  func commit(_ planned: PlannedCommit) throws -> ObjectID {
    try commit(planned.tree, planned.parents, message: planned.message)
  }

  /// - Parameter tree: of the repository.
  private func write(
    _ tree: ObjectID, parents: [ObjectID], message: String
  ) throws -> ObjectID {
    if let signer {
      return try signer.signedCommit(tree, parents: parents, message: message, identity: identity)
    }
    return try repository.writeCommit(
      tree: tree, parents: parents, author: identity.author, committer: identity.committer,
      message: message)
  }
}

/// A commit that is not made yet.
package struct PlannedCommit: Hashable, Sendable {
  /// Its objects are written.
  package var tree: ObjectID
  package var parents: [ObjectID]
  package var message: String
  /// Decisions about changes of both sides.
  package var events: [MergeEvent] = []
}

// MARK: - Hooks

/// A commit that hooks may change or refuse.
struct HookedCommit {
  /// The full name of the checked-out branch.
  var branch: String
  /// The branch's commit; nil if it has none.
  var parent: ObjectID?
  var message: String
  /// Files and folders that the commit leaves out.
  var held: Set<VaultPath>
}

extension CommitMaker {
  /// Makes a commit of changes with hooks.
  ///
  /// - Parameters:
  ///   - tree: of the vault; everything outside of it stays as in the parent.
  ///   - held: files and folders that differ from the branch on purpose: the commit leaves them out even if hooks
  ///     stage them.
  /// - Returns: the commit with the hooks' changes; nil if they left nothing to commit.
  /// - Throws: `.gitProgram` if a hook refuses or the signing program fails; nothing has changed then.
  func commitWithHooks(
    _ tree: ObjectID, onto parent: ObjectID, message: String, leavingOut held: Set<VaultPath>
  ) throws -> ObjectID? {
    guard let hooks else { return try commit(tree, [parent], message: message) }
    let made = try hooks.detachedCommitWithHooks(
      repository.rootTree(of: tree, onto: parent), onto: parent, message: message,
      identity: identity)
    return try made.flatMap { try leaveOut(held, of: $0, madeOf: tree) }
  }

  /// Commits with hooks on the checked-out branch, which moves.
  ///
  /// - Throws: also `BranchMoved`.
  func commitWithHooks(_ tree: ObjectID, _ commit: HookedCommit) throws -> ObjectID? {
    guard let made = try hooks?.commitWithHooks(tree, commit: commit, identity: identity) else {
      return nil
    }
    let rest = try leaveOut(commit.held, of: made, madeOf: tree)
    guard rest != made, let end = rest ?? commit.parent else { return made }
    try repository.setReference(
      commit.branch, to: end, expecting: made, log: "commit (amend): without what waits")
    return rest
  }

  /// Makes the commit again with held files, and tl's local ones, as in the tree that the hooks were given.
  ///
  /// A hook may stage everything in the folder. The folder's version of a held file lacks the changes of others; the local
  /// files have what was deleted, and every other device refuses them.
  ///
  /// - Returns: nil if nothing is left.
  private func leaveOut(
    _ held: Set<VaultPath>, of made: ObjectID, madeOf tree: ObjectID
  ) throws -> ObjectID? {
    let commit = try repository.commit(made)
    let staged = try repository.changes(from: tree, to: commit.tree)
      .filter { held.covers($0.path) || $0.path.isBelow(VaultLayout.local) }
    guard !staged.isEmpty else { return made }
    let changes = Dictionary(staged.map { ($0.path, $0.old) }) { first, _ in first }
    let rest = try repository.writeTree(commit.tree, applying: changes)
    if let parent = commit.parents.first, try repository.commit(parent).tree == rest { return nil }
    return try write(
      repository.rootTree(of: rest, onto: made), parents: commit.parents, message: commit.message)
  }
}

/// The author and committer of a commit.
///
/// libgit2 reads only `user.name` and `user.email`; this follows git (git-commit(1), "Commit Information"): the
/// variables `GIT_AUTHOR_*` and `GIT_COMMITTER_*`, then `author.*` and `committer.*`, then `user.*`, and for the
/// address `EMAIL`. A missing name or address is taken from the account and the device.
package struct CommitIdentity: Sendable {
  package let author: Signature
  package let committer: Signature
  /// Whether a name or an address is missing in the settings.
  package let usesDefaults: Bool

  /// - Parameters:
  ///   - setting: returns a value of git's configuration.
  ///   - userName: of the account.
  ///   - time: with the UTC offset of the commit.
  package init(
    environment: [String: String], setting: (String) -> String?, userName: String, device: String,
    time: NoteTime
  ) {
    var usesDefaults = false
    func first(_ values: [String?]) -> String? {
      values.lazy.compactMap { $0 }.map(Self.cleaned).first { !$0.isEmpty }
    }
    func signature(_ variable: String, _ section: String) -> Signature {
      let name = first([
        environment["GIT_\(variable)_NAME"], setting("\(section).name"), setting("user.name"),
      ])
      let email = first([
        environment["GIT_\(variable)_EMAIL"], setting("\(section).email"), setting("user.email"),
        environment["EMAIL"],
      ])
      usesDefaults = usesDefaults || name == nil || email == nil
      let account = first([userName]) ?? "tl"
      return Signature(
        name: name ?? account, email: email ?? "\(account)@\(device)", time: time.seconds,
        offsetMinutes: time.offset / 60)
    }
    author = signature("AUTHOR", "author")
    committer = signature("COMMITTER", "committer")
    self.usesDefaults = usesDefaults
  }

  /// The identity of a rewritten commit.
  init(author: Signature, committer: Signature) {
    self.author = author
    self.committer = committer
    usesDefaults = false
  }

  /// Without the characters that have a meaning in git's format.
  private static func cleaned(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "<" && $0 != ">" }
    let words = String(String.UnicodeScalarView(kept)).split(separator: " ")
    return words.joined(separator: " ")
  }
}

/// The message of a commit that a sync makes of two sides.
enum MergeMessage {
  /// The greatest number of listed lines.
  private static let limit = 50

  /// The first lines of the two kinds.
  static let merging = "Merge changes of other devices"
  static let following = "Keep changes of this device after history was removed"

  /// The first line summarizes, the next ones list decisions, and the trailer names the device.
  static func text(
    _ events: [MergeEvent], device: String, summary: String = merging
  ) -> String {
    let lines = events.prefix(limit).map {
      "- \(CommitText.line($0.path.text)): \($0.kind.words)"
    }
    let rest = events.count - lines.count
    var parts = [summary]
    if !lines.isEmpty {
      parts.append((lines + (rest > 0 ? ["- and \(rest) more"] : [])).joined(separator: "\n"))
    }
    parts.append(DeviceTrailer.line(device))
    return parts.joined(separator: "\n\n") + "\n"
  }
}

/// Text from the vault as part of one line of a commit message.
enum CommitText {
  /// The most bytes of a text.
  private static let limit = 200

  /// Without control characters, and truncated if it is very long.
  static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      line.unicodeScalars.append(isControl ? " " : scalar)
      if line.utf8.count >= limit { return line + "…" }
    }
    return line
  }
}

extension MergeEvent.Kind {
  /// For commit messages and the log of syncs.
  var words: String {
    switch self {
    case .merged: "changed on both sides, merged"
    case .fieldDecided(let key, _, let device):
      "\(CommitText.line(key)) as on \(CommitText.line(device))"
    case .bothEventsKept(let time): "both events of \(time.rfc3339)"
    case .conflictCopy(let copy, let device):
      "the version of \(CommitText.line(device)) is in \(CommitText.line(copy.text))"
    case .editSurvivedDelete: "deleted on one side, changed on the other, kept"
    case .keptForMedia: "deleted on one side, kept for its new media"
    case .moved(let path): "moved from \(CommitText.line(path.text))"
    case .movedApart(let other): "moved on both sides, not to \(CommitText.line(other.text))"
    case .renamed(let wanted): "the name \(CommitText.line(wanted.text)) was taken"
    case .followedNote(let path): "followed its note from \(CommitText.line(path.text))"
    case .laterVersion(let other, let device):
      "the later version; that of \(CommitText.line(device)) is \(other.hex)"
    }
  }
}
