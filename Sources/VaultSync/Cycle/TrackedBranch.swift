internal import VaultFormat

/// Which remote a branch is synced with, and which branch there.
struct TrackedBranch {
  /// The name of the remote in git's settings.
  let remote: String
  /// `refs/heads/…` as the settings say it; nil where they say nothing.
  private let upstream: String?
  /// The branch itself, `refs/heads/…`.
  private let branch: String
  /// Another branch follows one of this remote.
  private let isSecond: Bool

  /// That of the branch's settings, else the remote `origin`, else the only remote; nil without one.
  init?(of branch: String, in repository: Repository) throws(GitError) {
    self.branch = branch
    if let known = try repository.upstream(of: branch) {
      remote = known.remote
      upstream = known.branch
      isSecond = false
      return
    }
    let names = try Self.remotes(of: repository)
    guard let name = names.contains("origin") ? "origin" : names.count == 1 ? names.first : nil
    else { return nil }
    remote = name
    upstream = nil
    isSecond = try repository.configuration().entries(matching: #"^branch\..*\.remote$"#)
      .contains { $0.value == name }
  }

  /// The names of all remotes that have an address.
  static func remotes(of repository: Repository) throws(GitError) -> Set<String> {
    let entries = try repository.configuration().entries(matching: #"^remote\..*\.url$"#)
    return Set(entries.map { String($0.name.dropFirst("remote.".count).dropLast(".url".count)) })
  }

  /// The branch in the remote: the upstream, else the one of the same name, else the one that the remote
  /// shows first, else a new one of the same name.
  ///
  /// What a remote shows first is taken only while no branch here follows one of that remote: a second branch
  /// is there to keep things apart.
  func branch(in references: Remote.References) -> String {
    if let upstream { return upstream }
    if references[branch] != nil || isSecond { return branch }
    return references.defaultBranch ?? branch
  }

  /// Whether the settings of the branch name its upstream.
  var isSet: Bool { upstream != nil }
}
