internal import HTTPTypes
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

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
    guard let status = parameters.first.flatMap(list.status) else {
      throw PageProblem.noSuchTracker
    }
    return (status, list)
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

  init(_ problem: EventProblem) {
    switch problem {
    case .isHidden:
      self.init(
        .conflict, "Not logged",
        "The event would stand in a code block or comment without an end, where it counts for nothing. Nothing was "
          + "written: end the code block or comment in the text of the tracker.")
    case .opensCodeBlock:
      self.init(
        .unprocessableContent, "A code block without an end",
        "The text begins a code block and does not end it: no event below it would be read. Nothing was written: end it "
          + "with a line of ```.")
    case .isGone:
      self.init(
        .conflict, "Changed meanwhile",
        "This event was changed meanwhile, or is gone. Nothing was changed: look at the list again."
      )
    case .isNote:
      self.init(
        .conflict, "Not changed", "This event is a note. Open the note, and change it there.")
    case .isRunning(let begin):
      self.init(
        .conflict, "It runs already",
        "It runs since \(TrackerText.time(begin)). Nothing was written: end it first.")
    case .isNotRunning:
      self.init(.conflict, "Not running", "It is not running any more. Nothing was written.")
    case .beganLater(let begin):
      self.init(
        .unprocessableContent, "Not ended",
        "It began at \(TrackerText.time(begin)), which is later. Nothing was written.")
    case .endsTooEarly(let end):
      self.init(
        .unprocessableContent, "Not changed",
        "The event would end at \(TrackerText.time(end)), before it begins.")
    case .unreadableValue(let value):
      self.init(
        .conflict, "Not changed",
        "The value “\(value)” of this event cannot be read. Write another one with the text.")
    }
  }
}
