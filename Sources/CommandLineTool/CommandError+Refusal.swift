internal import VaultFormat
internal import VaultSync

extension CommandError {
  /// Why tl does not sync a vault, and what to do: for somebody who has never used git too.
  init(_ refusal: SyncRefusal) {
    switch refusal {
    case .noRepository:
      self.init(
        "this vault has no git repository yet, and its history and sync need one",
        hint: "tl init adds it; no file of yours is changed")
    case .ignoredVault(let root):
      self.init(
        "the vault lies in the git repository \(root), which ignores this folder",
        hint: "take it out of that repository's .gitignore, or move the vault to another place")
    case .outsideChanged(let root, let files):
      self.init(
        "others changed files of the repository outside of the vault: \(Self.first(files))",
        hint: "git -C \(root.shellQuoted) pull brings them in; then tl sync")
    case .otherWorktree(let message):
      self.init(
        "what is here is a git repository whose files are not in this folder: \(message)",
        hint: "run tl in the folder that has the files, or tl clone URL DIR to get one")
    case .operationUnderWay(let state):
      self.init("\(state.words) that git began here is not finished", hint: state.wayOut)
    case .detachedHead(let id):
      self.init(
        "git shows an old state here (\(id.hex.prefix(12))) and no branch, so nothing can be added",
        hint: "git switch main goes back to the branch (git branch lists the names)")
      hints.append("changes made meanwhile are kept by: git switch -c NAME")
    case .stagedOnly(let paths):
      self.init(
        "\(Self.first(paths)): git add took a version that the file does not have any more; a sync would lose it",
        hint: "git commit keeps that version, git reset drops it; then tl sync")
    case .conflictMarkers(let paths):
      self.init(
        "\(Self.first(paths)) still has the marks of a merge",
        hint: "keep what is right between <<<<<<< and >>>>>>>, remove the marks, then tl sync")
    case .unrelatedHistories(let ours, let theirs):
      self.init(
        "the remote is another vault: \(theirs) notes there, \(ours) here, and they have nothing in common",
        hint: "tl sync --join makes one vault of both; nothing is lost by it")
    case .newerFormat(let format):
      self.init(
        "the vault has format \(format), which this tl only reads",
        hint: "install a newer tl to sync it")
    case .noIdentity:
      self.init(
        "git is told not to guess who you are (user.useConfigOnly), and no name and address are set",
        hint: "git config --global user.name 'NAME', and the same with user.email")
    case .gitProgramMissing(let reason):
      self.init(
        "\(reason) is set up here, which only the git program can do, and it is not installed",
        hint: "install git, then tl sync; nothing was recorded")
    case .sparseCheckout, .shallow, .partialClone, .unreadableIndex, .unsupportedFormat,
      .otherOwner:
      self.init(ofRepository: refusal)
    }
  }

  /// What is about the way in which git keeps the repository.
  private init(ofRepository refusal: SyncRefusal) {
    switch refusal {
    case .sparseCheckout:
      self.init(
        "git shows a part of the vault only (a sparse checkout); the rest would look deleted",
        hint: "git sparse-checkout disable brings all files back, then tl sync")
    case .shallow:
      self.init(
        "this copy has only the end of the vault's history, and joining changes needs all of it",
        hint: "git fetch --unshallow gets the rest, then tl sync")
    case .partialClone(let remote):
      self.init(
        "this copy leaves old versions at \(remote) and fetches them one by one, which tl cannot",
        hint: "tl clone URL DIR makes a whole copy; take over what is not synced yet")
    case .unreadableIndex(let setting):
      self.init(
        "git keeps its list of files in a form that tl cannot handle (\(setting.rawValue))",
        hint: "\(setting.wayOut), then tl sync; no file is changed by it")
    case .unsupportedFormat(let message):
      self.init(
        "git keeps this repository in a form that tl cannot handle: \(Self.formatWords(message))",
        hint: "tl clone URL DIR makes a copy in the usual form, if the remote has that")
      hints.append("everything but sync works here as it is")
    case .otherOwner(let path):
      self.init(
        "the repository belongs to another user of this machine, who could have put programs into its settings",
        hint: "if you trust it: git config --global --add safe.directory '\(path)'")
    default: self.init("\(refusal)")
    }
  }

  private static func first(_ paths: [VaultPath]) -> String {
    let name = paths.first?.text ?? "a file"
    return paths.count > 1 ? "\(name) (and \(paths.count - 1) more)" : name
  }

  /// What the format is called, for those that people come across.
  private static func formatWords(_ message: String) -> String {
    let known = [
      ("objectformat", "it names versions by SHA-256"),
      ("partialclone", "it leaves old versions at the remote (a partial clone)"),
      ("refstorage", "it has its branches in a table (reftable)"),
    ]
    return known.first { message.lowercased().contains($0.0) }?.1 ?? message
  }
}

extension IndexSetting {
  /// The git commands that change it back.
  fileprivate var wayOut: String {
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
    case .bisecting: "a search through old states (git bisect)"
    case .applyingMailbox: "an application of patches"
    case .clean: "something"
    }
  }

  /// The git commands that end it, one way or the other.
  fileprivate var wayOut: String {
    switch self {
    case .merging: "git merge --abort takes it back; git commit ends it once all is right"
    case .rebasing: "git rebase --abort takes it back; git rebase --continue goes on"
    case .cherryPicking: "git cherry-pick --abort takes it back; git cherry-pick --continue goes on"
    case .reverting: "git revert --abort takes it back; git revert --continue goes on"
    case .bisecting: "git bisect reset ends it"
    case .applyingMailbox: "git am --abort takes it back; git am --continue goes on"
    case .clean: "run tl sync again"
    }
  }
}
