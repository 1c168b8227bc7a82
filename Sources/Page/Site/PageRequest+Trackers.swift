internal import HTTPTypes
internal import Journal
internal import SystemCalls
internal import VaultIndex

extension PageRequest {
  /// The trackers as they are now.
  func trackers() async throws -> TrackerList {
    try await site.scans.run { [site, source] in
      try site.trackerCache.trackers(of: site.live.snapshot, source)
    }
  }

  /// How many trackers are due, for the head of every page.
  var dueCount: Int { site.trackerCache.dueCount(of: snapshot, source) }

  /// The tracker that the address names, among all.
  func tracker() async throws -> (status: TrackerStatus, list: TrackerList) {
    let list = try await trackers()
    return (try parameter(or: .noSuchTracker, list.status), list)
  }

  /// Where forms about a tracker lead, whatever it is called by then.
  func action(_ what: String, on tracker: Tracker) -> String {
    addresses.address("/since/\(NoteAddress.segment(of: tracker.id))/\(what)")
  }
}

extension PageSite {
  /// The same for a page that tells of an error, which may have no request.
  func dueCount(_ snapshot: LiveSnapshot) -> Int {
    (try? openSource()).map { trackerCache.dueCount(of: snapshot, $0) } ?? 0
  }
}

extension PageProblem {
  static let noSuchTracker = PageProblem(
    .notFound, "Not found",
    "There is no such tracker: it may have been renamed or removed, or several are called so.",
    next: Next(path: "/since", label: "Go to the trackers"))
}
