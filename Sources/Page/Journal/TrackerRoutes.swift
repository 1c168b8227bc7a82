internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import WebServer
internal import Words

/// One tracker: how it stands, its chart and its events.
enum TrackerRoutes {
  /// The events of a page.
  static let pageSize = 50

  /// With `before=REFERENCE` the events after that one in the list, with `order=oldest` the oldest first, with
  /// `edit=REFERENCE` a form for that event, with `by=week` another chart, with `fragment=1` the card of the list alone.
  static func tracker(_ incoming: PageRequest) async throws -> Reply {
    let (status, list) = try await incoming.tracker()
    let query = incoming.request.query
    if query["fragment"] == "1" {
      let html = try card(status, in: list, incoming)
      return Reply(.ok, "text/html; charset=utf-8", body: .bytes(html.bytes))
        .with(.checked)
    }
    let reader = TrackerReader(incoming: incoming, tracker: status.tracker)
    let unit = query["by"].flatMap { CalendarUnit(rawValue: $0) }
    let part = TrackerReader.Part(
      after: query["before"].flatMap { EventReference($0) },
      isOldestFirst: query["order"] == "oldest",
      limit: pageSize)
    let content = try await reader.content(part, by: unit, dayStart: list.settings.dayStart)
    var frame = PageFrame(incoming, title: status.tracker.title, kind: "plain trackers")
    frame.parent = .link(incoming.addresses.address(PagePath.since), PageWords.trackers)
    frame.scripts = ["trackers.js"]
    frame.styles = ["trackers.css"]
    let view = TrackerView(
      incoming: incoming, list: list, status: status, content: content, part: part,
      edited: query["edit"].flatMap { EventReference($0) })
    frame.values = view.values
    return try frame.reply("tracker").with(.checked)
  }

  /// The card of a tracker in the list.
  static func card(
    _ status: TrackerStatus, in list: TrackerList, _ incoming: PageRequest
  ) throws -> SafeHTML {
    let view = TrackerRow(incoming: incoming, list: list).view(status)
    return try PageFrame(incoming, title: "", kind: "").html("tracker-card", view)
  }

  /// All events as comma-separated values, the newest first.
  static func csv(_ incoming: PageRequest) async throws -> Reply {
    let tracker = try await incoming.tracker().status.tracker
    let bytes = try await TrackerReader(incoming: incoming, tracker: tracker).csv()
    return Reply(.ok, "text/csv; charset=utf-8", body: .bytes(bytes))
      .with(.checked, .file, .attachment("\(tracker.name).csv".utf8))
  }

  /// - Throws: a sentence for what is no interval.
  static func interval(_ text: String) throws(PageProblem) -> TrackerInterval {
    do throws(TrackerInterval.Failure) {
      return try TrackerInterval(text)
    } catch {
      throw PageProblem(of: Problem(error, of: String(text.prefix(100))), next: nil)
    }
  }
}
