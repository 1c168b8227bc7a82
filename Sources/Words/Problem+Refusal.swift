internal import Git
internal import VaultFormat
internal import VaultSync

extension Problem {
  /// Why tl does not sync a vault, and what to do, also for people who have never used git.
  init(_ refusal: SyncRefusal) {
    switch refusal {
    case .noRepository:
      self.init(
        "this vault has no git repository, and sync and history need one",
        hint: "tl init makes one; none of your files is changed")
    case .ignoredVault(let root):
      self.init(
        "the vault is in the git repository \(root), which ignores this folder",
        hint: "take it out of that repository's .gitignore, or move the vault to another place")
    case .outsideChanged(let root, let files):
      self.init(
        "others changed files of the repository outside of the vault: \(Self.first(files))",
        hint: "git -C \(root.shellQuoted) pull merges them; then tl sync")
    case .outsideUnsent(let root, let files):
      self.init(
        "the remote's history was written anew, without your commits outside of the vault: \(Self.first(files))",
        hint: "git -C \(root.shellQuoted) pull --rebase takes them over; then tl sync")
    case .otherWorktree(let message):
      self.init(
        "the files of this git repository are not in this folder: \(message)",
        hint: "run tl in the folder that has the files, or tl clone URL DIR to get one")
    case .operationInProgress(let state):
      self.init("\(state.words) is not finished here", hint: state.remedy)
    case .detachedHead(let id):
      self.init(
        "no branch is checked out here, only commit \(id.hex.prefix(12)) (a detached HEAD)",
        hint: "git switch main goes back to the branch (git branch lists the names)")
      hints.append("to keep commits made since then: git switch -c NAME")
    case .stagedOnly(let paths):
      self.init(
        "\(Self.first(paths)): the version staged with git add is in no commit and no longer in the file",
        hint: "git commit keeps that version, git reset drops it; then run tl sync")
    case .unrelatedHistories(let ours, let theirs):
      self.init(
        "the remote is another vault: \(theirs.counted("note")) there, \(ours) here, and no history in common",
        hint: "tl sync --join joins both into one vault; nothing is lost")
    case .removedHistory(let history) where history.isAll:
      self.init(
        "the branch is gone from the remote, with \(history.commits.counted("commit")) of the last sync: \(Self.first(history.files))",
        hint: "tl sync --removed send-again sends all that is here again")
      hints.append(
        "to leave something out, first push a history without it from elsewhere; then tl sync --removed leave-out here"
      )
    case .removedHistory(let history):
      self.init(
        "\(history.commits.counted("commit")) of the last sync are gone from the remote: \(Self.first(history.files))",
        hint: "tl sync --removed leave-out leaves them out here too")
      hints.append("tl sync --removed send-again sends them again")
    case .followsOwnBranch(let name):
      self.init(
        "git's settings make this branch follow \(name), a branch of this folder and not of a remote",
        hint: "tl remote follow BRANCH makes it follow one of the remote; git branch -vv shows all")
    case .vaultBelow(let folder):
      self.init(
        "the vault of this remote is its folder \(folder.text), and a vault around it would break it",
        hint: "git clone URL DIR makes the copy; then tl works in DIR/\(folder.text)")
    case .newerFormat(let format):
      self.init(
        "the vault has format \(format), which this tl can only read",
        hint: "install a newer tl to sync it")
    case .noIdentity:
      self.init(
        "git needs your name and email: they are not set, and user.useConfigOnly forbids a guess",
        hint: "git config --global user.name 'NAME', and the same with user.email")
    case .gitProgramMissing(let reason):
      self.init(
        "\(reason) needs the git program, which is not installed",
        hint: "install git, then run tl sync; nothing was committed")
    case .sparseCheckout:
      self.init(
        "only a part of the vault is checked out (a sparse checkout), and the rest would count as deleted",
        hint: "git sparse-checkout disable brings all files back; then run tl sync")
    case .shallow:
      self.init(
        "this clone is shallow, and a merge needs the whole history",
        hint: "git fetch --unshallow gets the rest; then run tl sync")
    case .partialClone(let remote):
      self.init(
        "this is a partial clone: old versions are only at \(remote), and tl cannot fetch them one by one",
        hint: "tl clone URL DIR makes a whole clone; copy what is not synced yet into it")
    case .unreadableIndex(let setting):
      self.init(
        "tl cannot read git's index in this form (\(setting.rawValue))",
        hint: "\(setting.remedy); then run tl sync; no file changes")
    case .unsupportedFormat(let message):
      self.init(
        "tl cannot read this form of repository: \(Self.formatWords(message))",
        hint: "tl clone URL DIR makes a clone in the usual form, if the remote has that")
      hints.append("everything except sync and history works here")
    case .otherOwner(let path):
      self.init(
        "the repository belongs to another user of this machine, and its settings may start programs",
        hint: "if you trust it: git config --global --add safe.directory '\(path)'")
    }
  }

  private static func first(_ paths: [VaultPath]) -> String {
    let name = paths.first?.text ?? "a file"
    return paths.count > 1 ? "\(name) (and \(paths.count - 1) more)" : name
  }

  /// The name of the format, for common ones.
  private static func formatWords(_ message: String) -> String {
    let known = [
      ("objectformat", "its objects are named by SHA-256"),
      ("partialclone", "it is a partial clone"),
      ("refstorage", "its branches are in a reftable"),
    ]
    return known.first { message.lowercased().contains($0.0) }?.1 ?? message
  }
}

extension IndexSetting {
  /// The git commands that change the setting back.
  fileprivate var remedy: String {
    switch self {
    case .split: "git config core.splitIndex false && git update-index --no-split-index"
    case .sparse: "git sparse-checkout disable"
    case .skipHash: "git config index.skipHash false && git update-index --force-write-index"
    }
  }
}

extension RepositoryState {
  fileprivate var words: String {
    switch self {
    case .merging: "a merge"
    case .rebasing: "a rebase"
    case .cherryPicking: "a cherry-pick"
    case .reverting: "a revert"
    case .bisecting: "a git bisect"
    case .applyingMailbox: "a git am"
    case .clean: "a git operation"
    }
  }

  /// The git commands that end it, one way or the other.
  fileprivate var remedy: String {
    switch self {
    case .merging: "git merge --abort undoes it; git commit finishes it"
    case .rebasing: "git rebase --abort undoes it; git rebase --continue finishes it"
    case .cherryPicking: "git cherry-pick --abort undoes it; git cherry-pick --continue finishes it"
    case .reverting: "git revert --abort undoes it; git revert --continue finishes it"
    case .bisecting: "git bisect reset ends it"
    case .applyingMailbox: "git am --abort undoes it; git am --continue finishes it"
    case .clean: "run tl sync again"
    }
  }
}
