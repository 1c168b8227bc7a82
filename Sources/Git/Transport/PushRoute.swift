/// The target of a push by git's settings (git-config(1), "push.default").
package struct PushRoute: Hashable {
  /// The name of a remote in git's settings, or an address.
  package var remote: String
  /// `refs/heads/…`; nil for the branch that is fetched.
  package var branch: String?

  /// Git's settings for pushes; nil if not set.
  package struct Settings {
    /// `branch.NAME.pushRemote`.
    var ofBranch: String?
    /// `remote.pushDefault`.
    var ofRepository: String?
    /// `push.default`.
    var mode: String?
    /// `remote.NAME.push` of the target remote.
    var refspecs: [Refspec] = []

    func remote(fetchingFrom remote: String) -> String { ofBranch ?? ofRepository ?? remote }
  }

  /// - Parameters:
  ///   - branch: the branch that is checked out, `refs/heads/…`.
  ///   - source: the remote of fetches.
  /// - Throws: if git would not push the branch.
  package init(
    of branch: String, fetchingFrom source: String, settings: Settings
  ) throws(PushObstacle) {
    remote = settings.remote(fetchingFrom: source)
    if !settings.refspecs.isEmpty {
      self.branch = try Self.destination(of: branch, at: remote, refspecs: settings.refspecs)
      return
    }
    switch settings.mode?.lowercased() {
    case "current", "matching": self.branch = branch
    case "upstream", "tracking":
      guard remote == source else { throw .upstreamElsewhere(remote: remote, upstream: source) }
    // `nothing` prevents accidental pushes, and a sync is not one.
    default: if remote != source { self.branch = branch }
    }
  }

  private static func destination(
    of branch: String, at remote: String, refspecs: [Refspec]
  ) throws(PushObstacle) -> String {
    let isLeftOut = refspecs.contains { $0.isNegative && $0.matches(branch) }
    for refspec in refspecs where !refspec.isNegative && !isLeftOut {
      let isHead = ["HEAD", "@"].contains(refspec.source)
      guard isHead || refspec.source.isEmpty || refspec.matches(branch) else { continue }
      let place =
        isHead ? refspec.destination ?? branch : refspec.mapped(branch) ?? branch
      if place.hasPrefix("refs/heads/") { return place }
    }
    throw .notInRefspecs(remote: remote, branch: branch)
  }
}

/// Why git's settings allow no push of a branch.
package enum PushObstacle: Error, Hashable, Sendable {
  /// `remote.NAME.push` lists the branches to push, and this is not one.
  case notInRefspecs(remote: String, branch: String)
  /// `push.default` is `upstream`, and pushes go to another remote than fetches.
  case upstreamElsewhere(remote: String, upstream: String)
}

extension PushObstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notInRefspecs(let remote, let branch):
      "remote.\(remote).push does not include \(branch.withoutHeads)"
    case .upstreamElsewhere(let remote, let upstream):
      "push.default is upstream, but the upstream is at \(upstream) and pushes go to \(remote)"
    }
  }
}

extension Repository {
  package func pushSettings(
    of branch: String, fetchingFrom source: String
  ) throws(GitError) -> PushRoute.Settings {
    let configuration = try configuration()
    var settings = PushRoute.Settings()
    settings.ofBranch = try configuration.string("branch.\(branch.withoutHeads).pushRemote")
    settings.ofRepository = try configuration.string("remote.pushDefault")
    settings.mode = try configuration.string("push.default")
    let remote = settings.remote(fetchingFrom: source)
    settings.refspecs = try configuration.strings("remote.\(remote).push").map { Refspec($0) }
    return settings
  }
}
