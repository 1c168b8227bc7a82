internal import Git

/// The remotes of a branch: the one whose commits come in, and the one that commits go to.
///
/// They are the same in most vaults. Where they differ (`branch.NAME.pushRemote`, `remote.pushDefault`, a
/// `pushurl` that leads elsewhere, `push.default`), both are fetched: another device may push to the second one too.
struct SyncRemotes {
  /// `refs/heads/…`.
  private let branch: String
  private let tracked: TrackedBranch
  /// Where what others did comes from.
  let source: Remote
  /// An error keeps nothing from coming in.
  private let route: Result<PushRoute, TransportError>
  /// Where what is here goes; nil where git's settings have it go nowhere, or to what is not there.
  let target: Remote?

  /// Nil where there is no remote.
  init?(of branch: String, in synced: SyncedVault) throws {
    guard let tracked = try TrackedBranch(of: branch, in: synced.repository) else { return nil }
    self.branch = branch
    self.tracked = tracked
    source = try synced.remote(at: tracked.remote)
    let settings = try synced.repository.pushSettings(of: branch, fetchingFrom: tracked.remote)
    do throws(TransportError) {
      let route = try Self.route(of: branch, fetchingFrom: tracked.remote, settings)
      target = route.remote == tracked.remote ? source : try synced.remote(at: route.remote)
      self.route = .success(route)
    } catch {
      target = nil
      route = .failure(error)
    }
  }

  private static func route(
    of branch: String, fetchingFrom source: String, _ settings: PushRoute.Settings
  ) throws(TransportError) -> PushRoute {
    do throws(PushObstacle) {
      return try PushRoute(of: branch, fetchingFrom: source, settings)
    } catch {
      throw .noPushRoute(error)
    }
  }

  /// The remote that the settings name as the one that is fetched from.
  var sourceName: String { tracked.remote }

  /// What pushes go to, where that is another place than fetches come from: its name, or address, in git's settings, and
  /// its address.
  var other: (name: String, address: RemoteAddress)? {
    guard isApart, let target, case .success(let route) = route else { return nil }
    return (route.remote, address(of: target))
  }

  /// The references in which what is known of both branches is kept; nil where none is.
  func trackingReferences() throws(GitError) -> (source: String?, target: String?) {
    let source = try self.source.trackingReference(of: tracked.upstream ?? branch)
    guard let target, case .success(let route) = route else { return (source, nil) }
    let destination = route.branch ?? tracked.upstream ?? branch
    return (source, try target.trackingReference(of: destination))
  }

  /// The place that pushes go to, which need not be the one of the remote's fetches.
  private func address(of target: Remote) -> RemoteAddress {
    target.pushAddresses.first { !$0.isSamePlace(as: target.fetchAddress) } ?? target.fetchAddress
  }

  /// Whether pushes go to another place than fetches come from.
  var isApart: Bool {
    guard let target else { return false }
    return !address(of: target).isSamePlace(as: source.fetchAddress)
  }
}

extension SyncRemotes {
  /// What is synced, for `tl remote check`.
  ///
  /// - Throws: `.branchGone`.
  func words(of references: Remote.References) throws(TransportError) -> String {
    if tracked.isGone(in: references), let upstream = tracked.upstream {
      throw .branchGone(remote: tracked.remote, branch: upstream, others: references.branches)
    }
    if references.isEmpty { return "the remote is empty" }
    return "the remote answers; \(tracked.branch(in: references).withoutHeads) is synced"
  }

  /// What pushes go to.
  ///
  /// - Throws: `.noPushRoute`, `.noSuchRemote`.
  func pushed() throws(TransportError) -> Remote {
    _ = try route.get()
    return target ?? source
  }
}

/// What a fetch brought of one branch.
struct Fetched {
  /// The branch in the remote, `refs/heads/…`.
  var branch: String
  /// Nil where the remote has no such branch yet.
  var commit: ObjectID?
  /// libgit2 read a folder's repository itself.
  var ranWithoutGit = false
  /// Why what is known of the remote here could not be brought up to date.
  var trackingError: GitError?
}

extension SyncRemotes {
  /// Fetches the branch that is followed, and no other.
  ///
  /// - Throws: `.branchGone`, and what a fetch throws.
  func fetch(_ callbacks: SyncCallbacks) throws(TransportError) -> Fetched {
    callbacks.begin(.connecting, source)
    let result = try source.fetch(progress: callbacks.progress) { tracked.branch(in: $0) }
    if tracked.isGone(in: result.references), let upstream = tracked.upstream {
      throw .branchGone(
        remote: tracked.remote, branch: upstream, others: result.references.branches)
    }
    return Fetched(tracked.branch(in: result.references), result)
  }

  /// Fetches the branch that is pushed to, where that is another one.
  ///
  /// - Parameter upstream: what `fetch` brought.
  /// - Returns: `upstream` where pushes go there.
  /// - Throws: `.noPushRoute`, `.noSuchRemote`, `.branchGone`, and what a fetch throws.
  func fetchTarget(
    _ callbacks: SyncCallbacks, besides upstream: Fetched
  ) throws(TransportError) -> Fetched {
    let route = try route.get()
    let destination = route.branch ?? upstream.branch
    guard let target, isApart || destination != upstream.branch else { return upstream }
    let known = try isKnown(destination, at: route)
    callbacks.begin(.connecting, target)
    let result = try target.fetch(from: address(of: target), progress: callbacks.progress) { _ in
      destination
    }
    if known, result.branch == nil, !result.references.branches.isEmpty {
      throw .branchGone(
        remote: route.remote, branch: destination, others: result.references.branches)
    }
    return Fetched(destination, result)
  }

  /// Whether something is known here of the branch that is pushed to: it was there before.
  private func isKnown(_ branch: String, at route: PushRoute) throws(TransportError) -> Bool {
    guard route.remote != tracked.remote, let target else { return false }
    do throws(GitError) {
      guard let tracking = try target.trackingReference(of: branch) else { return false }
      return try target.repository.reference(tracking) != nil
    } catch {
      throw .git(error)
    }
  }
}

extension Fetched {
  fileprivate init(_ branch: String, _ result: FetchResult) {
    self.init(
      branch: branch, commit: result.branch, ranWithoutGit: result.ranWithoutGit,
      trackingError: result.trackingError)
  }
}

extension SyncedVault {
  /// A remote by the name that git's settings give it, or, as git takes it too, by its address.
  ///
  /// - Throws: `.noSuchRemote`, `.refusedAddress`.
  func remote(at place: String) throws(TransportError) -> Remote {
    do throws(TransportError) {
      return try Remote(named: place, in: repository, network: settings.network)
    } catch .noSuchRemote(let name) {
      guard place.contains("/") || place.contains(":") else { throw .noSuchRemote(name) }
      return try Remote(address: place, in: repository, network: settings.network)
    }
  }
}
