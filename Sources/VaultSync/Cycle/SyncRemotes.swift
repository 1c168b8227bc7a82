internal import Git

/// The remotes of a branch: for fetches and for pushes.
///
/// In most vaults they are the same. If they differ (`branch.NAME.pushRemote`, `remote.pushDefault`, another `pushurl`,
/// `push.default`), both are fetched: another device may push to the second one too.
struct SyncRemotes {
  /// `refs/heads/…`.
  private let branch: String
  private let tracked: TrackedBranch
  /// The remote of fetches.
  let source: Remote
  /// An error does not prevent fetches.
  private let route: Result<PushRoute, TransportError>
  /// The remote of pushes; nil if git's settings name none, or one that does not exist.
  let target: Remote?

  /// Nil if there is no remote.
  init?(of branch: String, in synced: SyncedVault) throws {
    guard let tracked = try TrackedBranch(of: branch, in: synced.repository) else { return nil }
    self.branch = branch
    self.tracked = tracked
    source = try synced.remote(at: tracked.remote)
    let settings = try synced.repository.pushSettings(of: branch, fetchingFrom: tracked.remote)
    do throws(TransportError) {
      let route = try Self.route(of: branch, fetchingFrom: tracked.remote, settings: settings)
      target = route.remote == tracked.remote ? source : try synced.remote(at: route.remote)
      self.route = .success(route)
    } catch {
      target = nil
      route = .failure(error)
    }
  }

  private static func route(
    of branch: String, fetchingFrom source: String, settings: PushRoute.Settings
  ) throws(TransportError) -> PushRoute {
    do throws(PushObstacle) {
      return try PushRoute(of: branch, fetchingFrom: source, settings: settings)
    } catch {
      throw .noPushRoute(error)
    }
  }

  /// The name of the fetch remote in the settings.
  var sourceName: String { tracked.remote }

  /// The push remote if it is another one: its name, or address, in git's settings, and its address.
  var other: (name: String, address: RemoteAddress)? {
    guard isApart, let target, case .success(let route) = route else { return nil }
    return (route.remote, address(of: target))
  }

  /// The tracking references of both branches; nil if there is none.
  func trackingReferences() throws(GitError) -> (source: String?, target: String?) {
    let source = try self.source.trackingReference(of: tracked.upstream ?? branch)
    guard let target, case .success(let route) = route else { return (source, nil) }
    let destination = route.branch ?? tracked.upstream ?? branch
    return (source, try target.trackingReference(of: destination))
  }

  /// The push address, which may differ from the remote's fetch address.
  private func address(of target: Remote) -> RemoteAddress {
    target.pushAddresses.first { !$0.isSamePlace(as: target.fetchAddress) } ?? target.fetchAddress
  }

  /// Whether pushes go to another place than fetches.
  var isApart: Bool {
    guard let target else { return false }
    return !address(of: target).isSamePlace(as: source.fetchAddress)
  }

  /// The result of reading the remote, for `tl remote check`.
  ///
  /// - Throws: `.branchGone`.
  func description(of references: Remote.References) throws(TransportError) -> String {
    try checkUpstream(in: references)
    if references.isEmpty { return "the remote is empty" }
    return "connected; syncs with \(tracked.branch(in: references).withoutHeads)"
  }

  /// Checks that the remote still has the upstream, which may have been renamed or removed there.
  ///
  /// The first push to an empty remote creates it.
  ///
  /// - Throws: `.branchGone`.
  private func checkUpstream(in references: Remote.References) throws(TransportError) {
    guard let upstream = tracked.upstream, references[upstream] == nil,
      !references.branches.isEmpty
    else { return }
    throw .branchGone(remote: tracked.remote, branch: upstream, others: references.branches)
  }

  /// The push remote.
  ///
  /// - Throws: `.noPushRoute`, `.noSuchRemote`.
  func pushed() throws(TransportError) -> Remote {
    _ = try route.get()
    return target ?? source
  }
}

extension SyncRemotes {
  /// Fetches only the upstream branch.
  ///
  /// - Throws: `.branchGone`, and what a fetch throws.
  func fetch(_ callbacks: SyncCallbacks) throws(TransportError) -> FetchedBranch {
    callbacks.begin(.connecting, source)
    let result = try source.fetch(progress: callbacks.progress) { tracked.branch(in: $0) }
    try checkUpstream(in: result.references)
    return FetchedBranch(source.fetchAddress, tracked.branch(in: result.references), result)
  }

  /// Fetches the push branch if it is another one.
  ///
  /// - Parameter upstream: the result of `fetch`.
  /// - Returns: `upstream` if pushes go there.
  /// - Throws: `.noPushRoute`, `.noSuchRemote`, `.branchGone`, and what a fetch throws.
  func fetchTarget(
    _ callbacks: SyncCallbacks, besides upstream: FetchedBranch
  ) throws(TransportError) -> FetchedBranch {
    let route = try route.get()
    let destination = route.branch ?? upstream.branch
    guard let target, isApart || destination != upstream.branch else { return upstream }
    let known = try isKnown(destination, at: route)
    callbacks.begin(.connecting, target)
    let address = address(of: target)
    let result = try target.fetch(from: address, progress: callbacks.progress) { _ in destination }
    if known, result.branch == nil, !result.references.branches.isEmpty {
      throw .branchGone(
        remote: route.remote, branch: destination, others: result.references.branches)
    }
    return FetchedBranch(address, destination, result)
  }

  /// Whether the push branch has a tracking reference: it existed before.
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

extension Integration {
  /// How to merge what was fetched.
  func plan(
    of fetched: FetchedBranch, onto ours: ObjectID?, options: SyncOptions, since record: SyncRecord
  ) throws -> JoinPlan {
    // Of a branch that is gone as a whole there is nothing to take, and where nothing is sent nothing to ask. The record
    // keeps what it had: the next sync that pushes asks.
    let isAsked = fetched.commit != nil || options.pushes || options.removedHistory != nil
    let former = record.commit(
      of: fetched.branch, at: fetched.address, root: repository.root)
    return try plan(
      ours: ours, theirs: fetched.commit, joins: options.joins, former: isAsked ? former : nil,
      removed: options.removedHistory)
  }
}

extension FetchedBranch {
  /// The branch as it is now.
  var seen: SyncRecord.SeenBranch? {
    commit.map { SyncRecord.SeenBranch(commit: $0, branch: branch, address: address) }
  }

  fileprivate init(_ address: RemoteAddress, _ branch: String, _ result: FetchResult) {
    self.init(
      address: address.publicText, branch: branch, commit: result.branch,
      ranWithoutGit: result.ranWithoutGit,
      trackingError: result.trackingError)
  }
}

extension SyncedVault {
  /// A remote by its name in git's settings or, as in git, by its address.
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
