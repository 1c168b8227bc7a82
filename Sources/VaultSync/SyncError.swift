package import Git
package import VaultFormat
package import VaultStore

/// Why a sync, or another command that uses git, had to stop.
///
/// Data only; the words and the hints are those of `tl`. Whatever is thrown, every file of the vault is
/// whole, and what was committed stays committed.
package enum SyncError: Error {
  /// The repository is as it was; tl does nothing in it.
  case refused(SyncRefusal)
  case git(GitError)
  case store(StoreError)
  /// Files kept changing while their new versions were being written, so often in a row; all of them are as
  /// their user left them, and what arrived waits in git.
  case keepsChanging([VaultPath])
  case transport(TransportError)
  /// Files that only the git program can write, and it is not there.
  case needsGit([VaultPath])
  /// What arrives holds paths that must not be written anywhere; nothing of it was.
  case hostilePaths([RefusedPath])
  /// No commit that was not sent holds a version of its own of these files.
  case nothingUnsent([VaultPath])
  /// Nothing that could be undone, or restored, is known.
  case nothingToUndo
  /// All that an undo could take back are these files of rules, and it leaves them: what they keep private would be
  /// recorded.
  case undoesRulesAlone([VaultPath])
  /// The git program, asked to do what libgit2 cannot, failed; its own words.
  case gitProgram(command: String, message: String)
  /// What no part of tl foresaw, in its own words.
  case other(String)
}

/// The settings of git that have it write an index which libgit2 cannot read, or change.
package enum IndexSetting: String, Hashable, Sendable, CaseIterable {
  case split = "core.splitIndex"
  case sparse = "index.sparse"
  case skipHash = "index.skipHash"
}

/// What tl does not work in, each with its own way out.
package enum SyncRefusal: Hashable, Sendable {
  /// The vault is no git repository.
  case noRepository
  /// The vault is a folder of a larger repository, and git ignores that folder.
  case ignoredVault(root: String)
  /// Others changed files of the repository outside of the vault, which only git brings in.
  case outsideChanged(root: String, files: [VaultPath])
  /// A merge, a rebase or the like waits for its end.
  case operationUnderWay(RepositoryState)
  case detachedHead(ObjectID)
  /// Files that a sparse checkout leaves out would look deleted.
  case sparseCheckout
  case shallow
  /// Objects of this remote are fetched only when asked for.
  case partialClone(remote: String)
  /// The index is kept in a form that libgit2 cannot read or change: the setting that asks for it.
  case unreadableIndex(IndexSetting)
  /// SHA-256, reftable or another extension of the repository's format.
  case unsupportedFormat(message: String)
  /// The repository belongs to another user.
  case otherOwner(path: String)
  /// What is here is git's, and its files are not in this folder; its own words.
  case otherWorktree(message: String)
  /// `user.useConfigOnly` forbids to make up a name and an address, and none is set.
  case noIdentity
  /// These need the git program (a filter, a hook, a signature), and there is none.
  case gitProgramMissing(reason: String)
  /// Content that was staged, and that neither the last commit nor the folder holds.
  case stagedOnly([VaultPath])
  /// The remote's history and this one have no commit in common; how many notes each side has.
  case unrelatedHistories(ours: Int, theirs: Int)
  /// The branch follows another one of this repository, and no remote; its name without `refs/heads/`.
  case followsOwnBranch(String)
  /// The remote has a vault in this folder, and none in its root: nothing was cloned.
  case vaultBelow(VaultPath)
  /// The vault needs a newer tl.
  case newerFormat(Int)
}

extension SyncError {
  /// The same error of git, told apart by what can be done about it.
  init(_ error: GitError) {
    switch error.code {
    case .splitIndex: self = .refused(.unreadableIndex(.split))
    case .sparseIndex: self = .refused(.unreadableIndex(.sparse))
    case .unsupported: self = .refused(.unsupportedFormat(message: error.message))
    default: self = .git(error)
    }
  }
}
