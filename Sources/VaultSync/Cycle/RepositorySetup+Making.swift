internal import Git
internal import VaultFormat

extension RepositorySetup {
  /// What became of a folder's repository.
  package enum Outcome: Hashable, Sendable {
    /// A new one was made.
    case made
    /// There was one.
    case present
    /// The folder lies in a repository whose root is above it, and is synced with that.
    case below(root: String)
  }

  /// Gives the folder at `path` a git repository, unless it is in one, and completes its settings.
  ///
  /// The first branch is what the user's `init.defaultBranch` says, else `main`. Nothing is committed.
  package static func prepare(_ path: String, program: String) throws(SyncError) -> Outcome {
    try asSyncError {
      if let repository = try present(path) {
        try RepositorySetup(repository, program: program).complete()
        return .present
      }
      if try Repository.discover(above: path) != nil {
        let repository = try SyncedVault.open(path)
        try RepositorySetup(repository, program: program).complete()
        return .below(root: repository.root)
      }
      let branch = try GitConfiguration.ofUser().string("init.defaultBranch") ?? "main"
      let repository = try Repository.create(at: path, initialBranch: branch)
      try RepositorySetup(repository, program: program).complete()
      return .made
    }
  }
}

extension RepositorySetup {
  /// Finds out before anything is made whether there is a repository that tl cannot work in.
  ///
  /// - Throws: `.refused` with the reason; content where there is none.
  package static func check(_ path: String) throws(SyncError) {
    try asSyncError { _ = try present(path) }
  }

  /// Nil where no repository begins at this folder.
  private static func present(_ path: String) throws -> Repository? {
    try Repository.isRepository(at: path) ? SyncedVault.open(path) : nil
  }
}

// MARK: - The remote

extension SyncedVault {
  /// The remotes of the branch that is checked out; nil for none, and where it follows no remote.
  func remotes() throws -> SyncRemotes? {
    let branch = try branch().name
    guard let tracked = try TrackedBranch(of: branch, in: repository), !tracked.followsOwnBranch
    else { return nil }
    return try SyncRemotes(of: branch, in: self)
  }

  /// The remote that the vault is synced with, and the one that pushes go to where that is another one: names and
  /// addresses without a password; empty for none.
  package func remoteAddresses() throws(SyncError) -> [(name: String, address: String)] {
    try asSyncError {
      guard let remotes = try remotes() else { return [] }
      let other = remotes.other.map { [($0.name, $0.address.publicText)] }
      return [(remotes.sourceName, remotes.source.fetchAddress.publicText)] + (other ?? [])
    }
  }

  /// Has the branch that is checked out follow another branch of its remote from now on.
  ///
  /// Nothing is fetched.
  ///
  /// - Parameter name: with or without `refs/heads/`.
  /// - Returns: the name of the remote; nil where there is none.
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

  /// Sets the address of the remote that the vault is synced with; a new one is named `origin`.
  ///
  /// Nothing is fetched; what was known of the remote at another address is forgotten. An address that names a program, or is none, is refused.
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
    let isNamed = known.map { $0 != Upstream.here && !$0.contains("/") && !$0.contains(":") }
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

  /// Removes the tracking references of a remote: they say how it was at its old address.
  private func forget(_ remote: String) throws(GitError) {
    for (name, id) in try repository.references(matching: "refs/remotes/\(remote)/*")
    where !name.hasSuffix("/HEAD") {
      try repository.removeReference(name, expecting: id)
    }
  }

  /// Takes the remote out of the settings; what came from it stays.
  ///
  /// - Returns: its name; nil where there was none.
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
