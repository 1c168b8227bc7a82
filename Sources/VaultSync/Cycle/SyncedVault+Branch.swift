internal import Git
internal import VaultFormat

/// The branch that is checked out.
struct CurrentBranch {
  /// `refs/heads/…`.
  let name: String
  /// Nil before the first commit.
  let head: ObjectID?

  var shortName: String {
    name.hasPrefix("refs/heads/") ? String(name.dropFirst("refs/heads/".count)) : name
  }
}

extension SyncedVault {
  func branch() throws -> CurrentBranch {
    switch try repository.head() {
    case .branch(let name, let id): CurrentBranch(name: name, head: id)
    case .unborn(let name): CurrentBranch(name: name, head: nil)
    case .detached(let id): throw SyncError.refused(.detachedHead(id))
    }
  }

  /// Has the branch that is checked out follow `upstream` of a remote from now on, unless its settings say
  /// already whom it follows.
  ///
  /// - Returns: whether anything was set.
  func follow(_ upstream: String, of remote: String) throws -> Bool {
    let branch = try branch()
    let configuration = try repository.configuration()
    let section = "branch.\(branch.shortName)"
    guard try configuration.string("\(section).merge") == nil,
      try configuration.string("\(section).remote") ?? remote == remote
    else { return false }
    try configuration.set("\(section).remote", to: remote)
    try configuration.set("\(section).merge", to: upstream)
    return true
  }
}

extension Repository {
  func noteCount(_ commit: ObjectID) throws -> Int {
    try notes(inTree: self.commit(commit).tree).count
  }
}
