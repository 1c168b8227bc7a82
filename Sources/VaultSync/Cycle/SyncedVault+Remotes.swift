internal import Git
internal import VaultFormat

extension SyncedVault {
  /// The remotes of the checked-out branch; nil if it follows none.
  func remotes() throws -> SyncRemotes? {
    let branch = try branch().name
    guard let tracked = try TrackedBranch(of: branch, in: repository), !tracked.followsOwnBranch
    else { return nil }
    return try SyncRemotes(of: branch, in: self)
  }

  /// The remote of the vault, and the push remote if it is another one: names and addresses without a password; empty
  /// if there is none.
  package func remoteAddresses() throws(SyncError) -> [(name: String, address: String)] {
    try asSyncError {
      guard let remotes = try remotes() else { return [] }
      let other = remotes.other.map { [($0.name, $0.address.publicText)] }
      return [(remotes.sourceName, remotes.source.fetchAddress.publicText)] + (other ?? [])
    }
  }

  /// Sets another upstream branch of the same remote.
  ///
  /// Fetches nothing.
  ///
  /// - Parameter name: with or without `refs/heads/`.
  /// - Returns: the name of the remote; nil if there is none.
  package func follow(branch name: String) throws(SyncError) -> String? {
    try asSyncError {
      let branch = try branch()
      guard let tracked = try TrackedBranch(of: branch.name, in: repository) else { return nil }
      let remotes = try TrackedBranch.remotes(of: repository)
      let remote =
        tracked.followsOwnBranch
        ? remotes.contains("origin") || remotes.count != 1 ? "origin" : remotes.first ?? "origin"
        : tracked.remote
      let upstream = "refs/heads/\(name.withoutHeads)"
      try repository.checkName(upstream)
      try withoutSync {
        let configuration = try repository.configuration()
        try configuration.set("branch.\(branch.shortName).remote", to: remote)
        try configuration.set("branch.\(branch.shortName).merge", to: upstream)
      }
      return remote
    }
  }

  /// Sets the address of the vault's remote; a new one is named `origin`.
  ///
  /// Fetches nothing; removes the tracking references of another address. Refuses an address that names a program,
  /// or is invalid.
  ///
  /// - Returns: the name of the remote.
  package func setRemote(_ address: String) throws(SyncError) -> String {
    try asSyncError {
      _ = try Remote(address: address, in: repository, network: settings.network)
      return try withoutSync { try write(remote: address) }
    }
  }

  private func write(remote address: String) throws -> String {
    let branch = try branch()
    let configuration = try repository.configuration()
    let known = try TrackedBranch(of: branch.name, in: repository)?.remote
    // An address has no settings of its own.
    let isNamed = known.map { $0 != TrackedBranch.here && !$0.contains("/") && !$0.contains(":") }
    let name = isNamed == true ? known ?? "origin" : "origin"
    if known != nil, name != known {
      try configuration.setOnly("branch.\(branch.shortName).remote", to: name)
    }
    if try configuration.strings("remote.\(name).url") != [address] { try forget(name) }
    try configuration.setOnly("remote.\(name).url", to: address)
    if try configuration.strings("remote.\(name).fetch").isEmpty {
      try configuration.set("remote.\(name).fetch", to: "+refs/heads/*:refs/remotes/\(name)/*")
    }
    return name
  }

  /// Removes the tracking references of a remote: they belong to its old address.
  private func forget(_ remote: String) throws(GitError) {
    for (name, id) in try repository.references(matching: "refs/remotes/\(remote)/*")
    where !name.hasSuffix("/HEAD") {
      try repository.removeReference(name, expecting: id)
    }
  }

  /// Removes the remote from the settings; commits from it stay.
  ///
  /// - Returns: its name; nil if there was none.
  package func removeRemote() throws(SyncError) -> String? {
    try asSyncError {
      try withoutSync {
        let branch = try branch()
        guard let name = try TrackedBranch(of: branch.name, in: repository)?.remote else {
          return nil
        }
        let configuration = try repository.configuration()
        for key in ["url", "fetch", "pushurl", "push"] {
          try configuration.removeAll("remote.\(name).\(key)")
        }
        for key in ["remote", "merge"] {
          try configuration.removeAll("branch.\(branch.shortName).\(key)")
        }
        return name
      }
    }
  }
}

/// The remote and upstream of a branch.
struct TrackedBranch {
  /// The remote name for this repository itself.
  static let here = "."

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
  var followsOwnBranch: Bool { remote == Self.here }
}

extension Remote.References {
  /// Full names, the remote's default branch first.
  var branches: [String] {
    let names = entries.map(\.name).filter { $0.hasPrefix("refs/heads/") }
    return names.filter { $0 == defaultBranch } + names.filter { $0 != defaultBranch }
  }
}
