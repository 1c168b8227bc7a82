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

  /// Whether the checked-out branch has no upstream in the settings, and its remote there, if any, is `remote`.
  func canFollow(_ remote: String) throws -> Bool {
    let section = try "branch.\(branch().shortName)"
    let configuration = try repository.configuration()
    return try configuration.string("\(section).merge") == nil
      && configuration.string("\(section).remote") ?? remote == remote
  }

  /// Sets another upstream of the checked-out branch.
  func follow(_ other: PushPlan.FollowedBranch) throws {
    let section = try "branch.\(branch().shortName)"
    let configuration = try repository.configuration()
    try configuration.set("\(section).remote", to: other.remote)
    try configuration.set("\(section).merge", to: other.branch)
  }
}

extension Repository {
  func noteCount(_ commit: ObjectID) throws -> Int {
    try notes(inTree: self.commit(commit).tree).count
  }
}
