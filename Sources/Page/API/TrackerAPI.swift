internal import HTTPTypes
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// Trackers of the API: how they stand, and their events.
enum TrackerAPI {
  /// `{"trackers": […]}`, as `tl since --json` prints them, what is due longest first.
  static func list(_ incoming: PageRequest) async throws -> Reply {
    let list = try await incoming.trackers()
    let trackers = TrackerOrder.due.sorted(list.statuses)
    return .json("trackers", trackers.map { TrackerJSON.status($0) }).with(.checked)
  }

  static func tracker(_ incoming: PageRequest) async throws -> Reply {
    .json(TrackerJSON.status(try await found(incoming))).with(.checked)
  }

  /// `{"events": […], "older": REFERENCE}`, the newest first.
  static func events(_ incoming: PageRequest) async throws -> Reply {
    let tracker = try await found(incoming).tracker
    let query = incoming.request.query
    var part = TrackerReader.Part(limit: try NoteListAPI.number(query, usual: 50))
    if let text = query["before"] {
      guard let event = EventReference(text) else {
        throw APIProblem.invalid(
          "before cannot be read.", next: "Take it from older of the last answer.")
      }
      part.after = event
    }
    let (events, hasMore) = try await TrackerReader(incoming: incoming, tracker: tracker)
      .events(part)
    let older = hasMore ? events.last.map { EventReference($0).text } : nil
    return .json(["events": .array(events.map(value)), "older": .text(older)]).with(.checked)
  }

  /// Logs an event: now, unless the body has a time.
  ///
  /// With `Tl-Operation` the same request again logs nothing more.
  static func log(_ incoming: PageRequest) async throws -> Reply {
    let tracker = try await found(incoming).tracker
    let event = try await fields(incoming).event(of: tracker, incoming)
    let outcome = try await TrackerActions.add(event, to: tracker, incoming)
    let logged = outcome.done.flatMap { EventToken(of: $0) }
    let status = try await found(incoming.fresh)
    let value: JSONValue = [
      "event": .text(logged?.event?.text), "said": .string(words(status)),
      "tracker": TrackerJSON.status(status),
    ]
    return .json(value, status: .created).with(.checked)
  }

  /// Removes an event of the log.
  static func remove(_ incoming: PageRequest) async throws -> Reply {
    let tracker = try await found(incoming).tracker
    guard let event = incoming.parameters.last.flatMap({ EventReference($0) }) else {
      throw APIProblem.noSuchEvent
    }
    _ = try await TrackerActions.remove(event, of: tracker, incoming) { _ in nil }
    return .json(TrackerJSON.status(try await found(incoming.fresh))).with(.checked)
  }

  // MARK: - Parts

  private static func found(_ incoming: PageRequest) async throws -> TrackerStatus {
    let list = try await incoming.trackers()
    guard let status = incoming.parameters.first.flatMap(list.status) else {
      throw APIProblem.noSuchTracker
    }
    return status
  }

  /// For a phone to show or to speak: `Coffee: 0.0 s ago`.
  private static func words(_ status: TrackerStatus) -> String {
    "\(status.tracker.title): \(TrackerText.elapsed(status, in: .tenths))"
  }

  private static func value(_ event: TrackerEvent) -> JSONValue {
    guard case .object(let entries) = TrackerJSON.event(event) else { return .null }
    return .object([("id", .string(EventReference(event).text))] + entries)
  }

  /// A body in JSON, the fields of a form, or none.
  private static func fields(_ incoming: PageRequest) async throws -> EventFields {
    switch incoming.request.mediaType {
    case nil, "": return EventFields(at: "", value: "", text: "")
    case "application/json":
      let input: EventInput = try await NoteInput.json(incoming.request)
      return EventFields(at: input.time, value: input.value, text: input.text)
    default:
      let form = try await PageForm.read(incoming.request, filesIn: incoming.site.uploads)
      return EventFields(
        at: form["time"] ?? "", value: form["value"] ?? "", text: form["text"] ?? "")
    }
  }
}

/// The body of a new event.
struct EventInput: KnownKeys {
  /// As `--at` of `tl did` takes it; empty for now.
  var time = ""
  /// A number, or a text such as `120/80`.
  var value = ""
  var text = ""

  static let names: Set<String> = ["time", "value", "text"]

  private enum Key: String, CodingKey { case time, value, text }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    time = try values.decodeIfPresent(String.self, forKey: .time) ?? ""
    text = try values.decodeIfPresent(String.self, forKey: .text) ?? ""
    if let number = try? values.decodeIfPresent(Double.self, forKey: .value) {
      value = TrackerJSON.value(number).compact
    } else {
      value = try values.decodeIfPresent(String.self, forKey: .value) ?? ""
    }
  }
}

extension APIProblem {
  static let noSuchTracker = APIProblem(
    .notFound, "no_such_tracker", "There is no tracker of this name, or several are called so.",
    next: "GET /api/v1/trackers lists them with their names and ids.")
  static let noSuchEvent = APIProblem(
    .notFound, "no_such_event", "This tracker has no such event.",
    next: "GET /api/v1/trackers/{item}/events lists them with their ids.")
}
