internal import Git
internal import VaultFormat

/// The remote and upstream of a branch.
struct TrackedBranch {
  /// The name of the remote in git's settings, or an address.
  let remote: String
  /// `refs/heads/…` of the settings; nil if they have none.
  let upstream: String?
  /// The branch itself, `refs/heads/…`.
  private let branch: String
  /// Whether another branch has an upstream in this remote.
  private let isSecond: Bool

  /// The remote of the branch's settings, or else `origin`, or else the only remote; nil if there is none.
  init?(of branch: String, in repository: Repository) throws(GitError) {
    self.branch = branch
    let settings = try repository.configuration()
    let section = "branch.\(branch.withoutHeads)"
    if let known = try settings.string("\(section).remote"), !known.isEmpty {
      remote = known
      upstream = try settings.string("\(section).merge").flatMap { $0.isEmpty ? nil : $0 }
    } else {
      let names = try Self.remotes(of: repository)
      guard let name = names.contains("origin") ? "origin" : names.count == 1 ? names.first : nil
      else { return nil }
      remote = name
      upstream = nil
    }
    isSecond = try settings.entries(of: "branch", key: "remote")
      .contains { [remote] in $0.value == remote && $0.subsection != String(branch.withoutHeads) }
  }

  /// The names of all remotes with an address.
  static func remotes(of repository: Repository) throws(GitError) -> Set<String> {
    Set(try repository.configuration().entries(of: "remote", key: "url").compactMap(\.subsection))
  }

  /// The branch in the remote: the upstream, or else the one of the same name, or else the remote's default branch, or
  /// else a new one of the same name.
  ///
  /// The default branch is used only if no other branch here has an upstream in that remote: a second branch exists to
  /// keep things apart.
  func branch(in references: Remote.References) -> String {
    if let upstream { return upstream }
    if references[branch] != nil || isSecond { return branch }
    return references.defaultBranch ?? branch
  }

  /// Whether the upstream is another branch of this repository.
  var followsOwnBranch: Bool { remote == Upstream.here }
}

extension Remote.References {
  /// Full names, the remote's default branch first.
  var branches: [String] {
    let names = entries.map(\.name).filter { $0.hasPrefix("refs/heads/") }
    return names.filter { $0 == defaultBranch } + names.filter { $0 != defaultBranch }
  }
}
