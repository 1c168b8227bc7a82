internal import CGit2

package enum Head: Hashable, Sendable {
  /// The full name of the branch, such as `refs/heads/main`, and its commit; nil if it has none yet.
  case branch(name: String, ObjectID?)
  /// A commit without a branch.
  case detached(ObjectID)

  package var commit: ObjectID? {
    switch self {
    case .branch(_, let id): id
    case .detached(let id): id
    }
  }
}

/// An unfinished operation of git.
package enum RepositoryState: Hashable, Sendable {
  case clean, merging, rebasing, cherryPicking, reverting, bisecting, applyingMailbox
}

extension Repository {
  package func head() throws(GitError) -> Head {
    let operation = "read HEAD"
    let head = try GitHandle(operation, free: git_reference_free) {
      git_reference_lookup($0, handle, "HEAD")
    }
    guard let target = git_reference_symbolic_target(head.pointer) else {
      return .detached(try peeledCommit(of: head, operation))
    }
    let name = String(cString: target)
    return .branch(name: name, try reference(name))
  }

  package var state: RepositoryState {
    switch git_repository_state_t(rawValue: .init(git_repository_state(handle))) {
    case GIT_REPOSITORY_STATE_NONE: .clean
    case GIT_REPOSITORY_STATE_MERGE: .merging
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: .reverting
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: .cherryPicking
    case GIT_REPOSITORY_STATE_BISECT: .bisecting
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX: .applyingMailbox
    default: .rebasing
    }
  }

  /// Whether the history is truncated (a shallow clone).
  package var isShallow: Bool { git_repository_is_shallow(handle) == 1 }

  /// Points HEAD to another branch, which may be unborn; the folder and the index stay as they are.
  ///
  /// - Parameter name: `refs/heads/…`.
  package func setHead(to name: String) throws(GitError) {
    try check(git_repository_set_head(handle, name), "set HEAD")
  }
}
