internal import VaultFormat

/// Which remote a branch is synced with, and which branch there.
struct TrackedBranch {
  /// The name of the remote in git's settings.
  let remote: String
  /// `refs/heads/…` as the settings say it; nil where they say nothing.
  private let upstream: String?
  /// The branch itself, `refs/heads/…`.
  private let branch: String
  /// No other branch is here: what the remote shows first and this one are the same vault.
  private let isOnly: Bool

  /// That of the branch's settings, else the remote `origin`, else the only remote; nil without one.
  init?(of branch: String, in repository: Repository) throws(GitError) {
    self.branch = branch
    isOnly = try repository.references(matching: "refs/heads/*").allSatisfy { $0.name == branch }
    if let known = try repository.upstream(of: branch) {
      remote = known.remote
      upstream = known.branch
      return
    }
    let names = try Self.remotes(of: repository)
    guard let name = names.contains("origin") ? "origin" : names.count == 1 ? names.first : nil
    else { return nil }
    remote = name
    upstream = nil
  }

  /// The names of all remotes that have an address.
  static func remotes(of repository: Repository) throws(GitError) -> Set<String> {
    let entries = try repository.configuration().entries(matching: #"^remote\..*\.url$"#)
    return Set(entries.map { String($0.name.dropFirst("remote.".count).dropLast(".url".count)) })
  }

  /// The branch in the remote: the upstream, else the one of the same name; else, of a vault with one branch,
  /// the one that the remote shows first; else a new one of the same name.
  func branch(in references: Remote.References) -> String {
    if let upstream { return upstream }
    if references[branch] != nil { return branch }
    return isOnly ? references.defaultBranch ?? branch : branch
  }

  /// Whether the settings of the branch name its upstream.
  var isSet: Bool { upstream != nil }
}
