/// Where a branch is pushed to, by git's settings (git-config(1), "push.default").
package struct PushRoute: Hashable {
  /// The name of a remote in git's settings, or an address.
  package var remote: String
  /// `refs/heads/…`; nil: the branch that is fetched.
  package var branch: String?

  /// What the settings say about pushes; nil for what they do not.
  package struct Settings {
    /// `branch.NAME.pushRemote`.
    var ofBranch: String?
    /// `remote.pushDefault`.
    var ofRepository: String?
    /// `push.default`.
    var mode: String?
    /// `remote.NAME.push` of the remote that is pushed to.
    var refspecs: [Refspec] = []

    /// The remote that pushes go to.
    func remote(fetchingFrom remote: String) -> String { ofBranch ?? ofRepository ?? remote }
  }

  /// - Parameters:
  ///   - branch: the one that is checked out, `refs/heads/…`.
  ///   - source: the remote that is fetched from.
  /// - Throws: where git would push the branch nowhere.
  package init(
    of branch: String, fetchingFrom source: String, _ settings: Settings
  ) throws(PushObstacle) {
    remote = settings.remote(fetchingFrom: source)
    if !settings.refspecs.isEmpty {
      self.branch = try Self.destination(of: branch, at: remote, settings.refspecs)
      return
    }
    switch settings.mode?.lowercased() {
    case "current", "matching": self.branch = branch
    case "upstream", "tracking":
      guard remote == source else { throw .upstreamElsewhere(remote: remote, upstream: source) }
    // A sync is no push by mistake, which `nothing` is to prevent.
    default: if remote != source { self.branch = branch }
    }
  }

  private static func destination(
    of branch: String, at remote: String, _ refspecs: [Refspec]
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

/// Why git's settings have a branch pushed nowhere.
package enum PushObstacle: Error, Hashable, Sendable {
  /// `remote.NAME.push` says which branches are pushed, and it is none of them.
  case notInRefspecs(remote: String, branch: String)
  /// `push.default` is `upstream`, and pushes go to another remote than fetches come from.
  case upstreamElsewhere(remote: String, upstream: String)
}

extension PushObstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notInRefspecs(let remote, let branch):
      "remote.\(remote).push names no place for \(branch.withoutHeads)"
    case .upstreamElsewhere(let remote, let upstream):
      "push.default is upstream, which is a branch of \(upstream), and pushes go to \(remote)"
    }
  }
}

extension Repository {
  /// What git's settings say about pushes of a branch.
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
