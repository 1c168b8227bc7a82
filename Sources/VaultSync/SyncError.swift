package import Git
internal import SystemCalls
package import VaultFormat
package import VaultStore

/// Why a sync, or another command that uses git, failed.
///
/// Data only; messages and hints are in `tl`. After any error every file of the vault is complete, and commits stay.
package enum SyncError: Error, Hashable {
  /// tl does not work in this repository, which is unchanged.
  case refused(SyncRefusal)
  case git(GitError)
  case store(StoreError)
  /// Files changed each time while their new versions were written; all of them are as the user left them, and the new
  /// versions are in git.
  case keepsChanging([VaultPath])
  case transport(TransportError)
  /// Files that only the git program can write, which is missing.
  case needsGit([VaultPath])
  /// Paths of the remote that must not be written; nothing was written.
  case hostilePaths([RefusedPath])
  /// No unsent commit has a version of its own of these files.
  case nothingUnsent([VaultPath])
  case nothingToUndo
  /// An undo could only revert these ignore and attribute files, which it keeps: otherwise private files would be
  /// recorded.
  case undoesRulesAlone([VaultPath])
  case gitProgram(command: String, message: String)
  /// Any other error, with its message.
  case other(String)
}

/// Git settings with which git writes an index that libgit2 cannot read or change.
package enum IndexSetting: String, Hashable, Sendable, CaseIterable {
  case split = "core.splitIndex"
  case sparse = "index.sparse"
  case skipHash = "index.skipHash"
}

/// Repositories in which tl does not work, each with its own solution.
package enum SyncRefusal: Hashable, Sendable {
  /// The vault is not a git repository.
  case noRepository
  /// The vault is a folder of a larger repository, and git ignores that folder.
  case ignoredVault(root: String)
  /// Others changed files of the repository outside of the vault; only git merges them.
  case outsideChanged(root: String, files: [VaultPath])
  /// The remote's history was written anew, and commits of this device that it lacks change files outside of the vault.
  case outsideUnsent(root: String, files: [VaultPath])
  /// A merge, a rebase or the like is unfinished.
  case operationInProgress(RepositoryState)
  case detachedHead(ObjectID)
  /// Files left out by a sparse checkout would look deleted.
  case sparseCheckout
  case shallow
  /// Objects of this remote are fetched on demand.
  case partialClone(remote: String)
  /// libgit2 cannot read or change the index because of this setting.
  case unreadableIndex(IndexSetting)
  /// SHA-256, reftable or another extension of the repository's format.
  case unsupportedFormat(message: String)
  /// The repository belongs to another user.
  case otherOwner(path: String)
  /// The folder has a repository whose work tree is somewhere else; git's message.
  case otherWorktree(message: String)
  /// Name and address are not set, and `user.useConfigOnly` forbids defaults.
  case noIdentity
  /// Something needs the git program (a filter, a hook, a signature), which is missing.
  case gitProgramMissing(reason: String)
  /// Staged content that neither the last commit nor the folder has.
  case stagedOnly([VaultPath])
  /// The histories have no common commit; the number of notes on each side.
  case unrelatedHistories(ours: Int, theirs: Int)
  /// The remote no longer has commits that it had, which this branch still has.
  case removedHistory(RemovedHistory)
  /// The upstream is another branch of this repository; its name without `refs/heads/`.
  case followsOwnBranch(String)
  /// The remote has a vault in this folder, and none in its root: nothing was cloned.
  case vaultBelow(VaultPath)
  /// The vault needs a newer tl.
  case newerFormat(Int)
}

/// Commits that a branch of a remote had at the last sync and has no more, as after `git push --force`.
package struct RemovedHistory: Hashable, Sendable {
  package var commits: Int
  /// The files that were changed by that, in byte order.
  package var files: [VaultPath]
  /// Whether the remote no longer has the branch: there is nothing to follow.
  package var isAll = false

  package enum Choice: String, CaseIterable, Sendable {
    /// They are left out here too; what was made here since is merged with what the remote has, in one commit.
    case leaveOut = "leave-out"
    /// They are merged, and sent again.
    case sendAgain = "send-again"
  }
}

/// Another program moved the branch: the folder must be compared again.
struct BranchMoved: Error {}

extension SyncError {
  /// Classifies an error of git by its solution.
  init(_ error: GitError) {
    switch error.code {
    case .splitIndex: self = .refused(.unreadableIndex(.split))
    case .sparseIndex: self = .refused(.unreadableIndex(.sparse))
    case .unsupported: self = .refused(.unsupportedFormat(message: error.message))
    default: self = .git(error)
    }
  }
}

/// Converts errors of other modules to `SyncError`.
func asSyncError<Result>(_ body: () throws -> Result) throws(SyncError) -> Result {
  do {
    return try body()
  } catch let error as SyncError {
    throw error
  } catch let error as GitError {
    throw SyncError(error)
  } catch let error as StoreError {
    throw .store(error)
  } catch let error as SystemError {
    throw .store(StoreError(error.path ?? "", .system(error)))
  } catch let error as TransportError {
    throw .transport(error)
  } catch let failure as FilterFailure {
    throw .gitProgram(command: failure.command, message: failure.message)
  } catch is BranchMoved {
    throw .other("another program has committed")
  } catch {
    throw .other("\(error)")
  }
}
