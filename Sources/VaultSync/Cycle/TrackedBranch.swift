internal import Git
internal import VaultFormat

/// Which remote a branch is synced with, and which branch there.
struct TrackedBranch {
  /// The name of the remote in git's settings, or an address.
  let remote: String
  /// `refs/heads/…` as the settings say it; nil where they say nothing.
  let upstream: String?
  /// The branch itself, `refs/heads/…`.
  private let branch: String
  /// Another branch follows one of this remote.
  private let isSecond: Bool

  /// That of the branch's settings, else the remote `origin`, else the only remote; nil without one.
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
    isSecond = try settings.entries(matching: #"^branch\..*\.remote$"#)
      .contains { [remote] in $0.value == remote && $0.name != "\(section).remote" }
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

  /// Whether the branch follows another one of this very repository, and no remote.
  var followsOwnBranch: Bool { remote == Upstream.here }

  /// Whether the remote has lost the branch that the settings name: it was renamed or removed there.
  ///
  /// An empty remote has lost nothing: the branch is its first one.
  func isGone(in references: Remote.References) -> Bool {
    guard let upstream else { return false }
    return references[upstream] == nil && !references.branches.isEmpty
  }
}

extension Remote.References {
  /// In full, the one that the remote shows first in front.
  var branches: [String] {
    let names = entries.map(\.name).filter { $0.hasPrefix("refs/heads/") }
    return names.filter { $0 == defaultBranch } + names.filter { $0 != defaultBranch }
  }
}
