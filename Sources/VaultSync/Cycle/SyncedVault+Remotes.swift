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
