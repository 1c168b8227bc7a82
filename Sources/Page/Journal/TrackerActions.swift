internal import HTTPTypes
internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultStore
internal import WebServer
internal import Words

/// Changes of one tracker by one button or form; each goes through the same edits as the command line.
enum TrackerActions {
  /// Logs an event; a script says the time at which it was made, since it may arrive much later.
  static func log(_ incoming: PageRequest) async throws -> Reply {
    let tracker = try await incoming.tracker().status.tracker
    var event = try EventFields(incoming.form).event(of: tracker, incoming)
    if incoming.form?["begin"] == "yes" { event.end = .running }
    let outcome = try await add(event, to: tracker, incoming)
    let logged = outcome.done.flatMap { EventToken(of: $0) }
    return try await reply(
      incoming, tracker, outcome, say: PageWords.logged, done: outcome.done,
      undo: logged?.undoAddress(in: incoming.addresses))
  }

  /// Adds an event, once.
  static func add(
    _ event: NewEvent, to tracker: Tracker, _ incoming: PageRequest
  ) async throws -> OperationOutcome {
    let zone = incoming.zone
    return try await edit(tracker, incoming) { document, isAgain in
      let log = TrackerLog(tracker, in: document, zone: zone)
      if isAgain, let same = event.read(unit: tracker.unit, zone: zone).map(EventReference.init),
        log.event(same) != nil
      {
        return (document, EventToken.logged(same, tracker.id).done)
      }
      let (changed, edit) =
        event.end == .running
        ? try log.beginning(event, now: incoming.now) : try event.added(to: document, zone: zone)
      let added = TrackerEvent(item: edit.item, unit: tracker.unit, zone: zone)
      return (changed, added.flatMap { EventToken.logged(EventReference($0), tracker.id).done })
    }
  }

  /// Ends the event that runs.
  static func stop(_ incoming: PageRequest) async throws -> Reply {
    let tracker = try await incoming.tracker().status.tracker
    let fields = try EventFields(incoming.form).event(of: tracker, incoming)
    let (zone, now) = (incoming.zone, incoming.now)
    let outcome = try await edit(tracker, incoming) { document, isAgain in
      let log = TrackerLog(tracker, in: document, zone: zone)
      // It has ended, as was wanted.
      if isAgain, log.running(at: now) == nil { return (document, nil) }
      let ended = try log.ending(
        at: fields.begin, value: fields.value, text: fields.text, now: now)
      return (ended.document, nil)
    }
    return try await reply(incoming, tracker, outcome, say: PageWords.ended, done: "finished")
  }

  /// Takes an event back that was logged here.
  static let undo: Route.Handler = {
    try await remove($0, say: PageWords.takenBack) { _ in "unlogged" }
  }

  /// Removes an event from the list.
  static let removeEvent: Route.Handler = {
    try await remove($0, say: PageWords.eventRemoved) { $0.done ?? "removed" }
  }

  private static func remove(
    _ incoming: PageRequest, say: String, done: @escaping @Sendable (EventToken) -> String
  ) async throws -> Reply {
    let tracker = try await incoming.tracker().status.tracker
    let outcome = try await remove(try reference(incoming), of: tracker, incoming, done: done)
    return try await reply(incoming, tracker, outcome, say: say, done: outcome.done)
  }

  /// Removes an event, once.
  static func remove(
    _ reference: EventReference, of tracker: Tracker, _ incoming: PageRequest,
    done: @escaping @Sendable (EventToken) -> String?
  ) async throws -> OperationOutcome {
    let zone = incoming.zone
    return try await edit(tracker, incoming) { document, isAgain in
      let log = TrackerLog(tracker, in: document, zone: zone)
      guard let event = log.event(reference) else {
        // It is gone, as was wanted.
        if isAgain || incoming.isReplayed { return (document, nil) }
        throw EventProblem.isGone
      }
      var line: [UInt8] = []
      if case .line(let range, _) = event.source { line = Array(document.bytes[range]) }
      let changed = try log.changing(event, to: nil).document
      return (changed, done(.removed(line, tracker.id)))
    }
  }

  /// Adds the line of an event again that was removed.
  static func restore(_ incoming: PageRequest) async throws -> Reply {
    let tracker = try await incoming.tracker().status.tracker
    let zone = incoming.zone
    guard let line = incoming.parameters.last.flatMap({ Base64.urlDecoded($0) }),
      let event = TrackerEvent(item: line, unit: tracker.unit, zone: zone)
    else { throw PageProblem.noSuchPage }
    let outcome = try await edit(tracker, incoming) { document, _ in
      let lines = [(begin: event.begin, bytes: line)]
      return (TrackerLogEdit.adding(lines, to: document, zone: zone).document, nil)
    }
    return try await reply(incoming, tracker, outcome, say: PageWords.eventBack, done: "relogged")
  }

  /// Changes what is named of an event; all else of its line keeps its bytes.
  static func changeEvent(_ incoming: PageRequest) async throws -> Reply {
    let reference = try reference(incoming)
    return try await set(incoming) { tracker, document in
      let log = TrackerLog(tracker, in: document, zone: incoming.zone)
      guard let event = log.event(reference) else { throw EventProblem.isGone }
      let change = try EventFields(incoming.form).change(of: event, of: tracker, incoming)
      return change == EventChange() ? document : try log.changing(event, to: change).document
    }
  }

  /// Lets it not be due from today on to the day of the field `until`.
  static func pause(_ incoming: PageRequest) async throws -> Reply {
    let tracker = try await incoming.tracker().status.tracker
    let first = incoming.now.day
    let last = try EventFields.time(incoming.form?["until"] ?? "", incoming, direction: .future).day
    guard first <= last else {
      throw PageProblem(
        .unprocessableContent, "Not paused",
        "The pause would end on \(last), before it begins today. Nothing was written.", next: nil)
    }
    let why = incoming.form?["why"] ?? ""
    let outcome = try await add(
      .pause(first...last, why: why, zone: incoming.zone), to: tracker, incoming)
    return try await reply(incoming, tracker, outcome, say: PageWords.paused, done: "paused")
  }

  /// Sets the interval of the field `every`, which is empty for none, or switches reminders by `remind`.
  static func remind(_ incoming: PageRequest) async throws -> Reply {
    let change: ReminderChange
    switch incoming.form?["remind"] {
    case "on": change = .on
    case "off": change = .off
    default:
      let every = (incoming.form?["every"] ?? "").trimmingBlanks
      change = every.isEmpty ? .none : .every(try TrackerRoutes.interval(every))
    }
    return try await set(incoming) { _, document in try change.applied(to: document) }
  }

  /// Sets the unit and the goal by the fields of these names, which are empty for none.
  ///
  /// A field that stayed as it was shown changes nothing: the file may have the same goal in other words.
  static func setValues(_ incoming: PageRequest) async throws -> Reply {
    func changed(_ name: String) -> String? {
      let text = incoming.form?[name]?.trimmingBlanks
      return text == incoming.form?["shown-\(name)"]?.trimmingBlanks ? nil : text
    }
    let change = ValueChange(unit: changed("unit"), goal: changed("goal"))
    if let goal = change.goal, !goal.isEmpty, TrackerGoal(goal) == nil {
      throw PageProblem(
        .unprocessableContent, "Not a goal",
        "“\(goal.prefix(100))” is not a goal. Nothing was written: write 8 cups a day, at most 2 a week or 3 per month.",
        next: nil)
    }
    return try await set(incoming) { _, document in try change.applied(to: document) }
  }

  /// Gives it another title.
  static func rename(_ incoming: PageRequest) async throws -> Reply {
    let title = incoming.form?["name"] ?? ""
    let list = try await incoming.trackers()
    return try await set(incoming) { tracker, document in
      let title = try PageTitle(title, among: list.trackers, own: tracker.path)
      return try tracker.retitled(document, to: title)
    }
  }

  static let archive: Route.Handler = { try await set($0) { try $1.settingArchived(true) } }
  static let unarchive: Route.Handler = { try await set($0) { try $1.settingArchived(false) } }

  // MARK: - Parts

  /// The event that the address names.
  private static func reference(_ incoming: PageRequest) throws -> EventReference {
    guard let reference = incoming.parameters.last.flatMap({ EventReference($0) }) else {
      throw PageProblem.noSuchPage
    }
    return reference
  }

  private static func set(
    _ incoming: PageRequest,
    _ change: @escaping @Sendable (Tracker, NoteDocument) throws -> NoteDocument
  ) async throws -> Reply {
    let tracker = try await incoming.tracker().status.tracker
    let outcome = try await edit(tracker, incoming) { document, _ in
      (try change(tracker, document), nil)
    }
    return try await reply(incoming, tracker, outcome, say: PageWords.saved, done: "saved")
  }

  /// Edits the file of a tracker, once; what `change` returns with the document is what the page says then (`Notice`).
  private static func edit(
    _ tracker: Tracker, _ incoming: PageRequest,
    _ change:
      @escaping @Sendable (NoteDocument, _ isAgain: Bool) throws -> (NoteDocument, done: String?)
  ) async throws -> OperationOutcome {
    try await incoming.write(once: try incoming.operation()) { writer, isAgain in
      var done: String?
      do {
        try writer.edit(tracker.path, provisionalID: tracker.id) { document in
          let (changed, said) = try change(document, isAgain)
          done = said
          return changed
        }
      } catch let problem as EventProblem {
        throw PageProblem(of: Problem(problem, of: tracker, .vault), kept: "nothing was written")
      }
      return OperationOutcome(kind: .saved, id: tracker.id.text, done: done)
    }
  }

  /// The changed card for a script; the page from which the form came for a browser without.
  private static func reply(
    _ incoming: PageRequest, _ tracker: Tracker, _ outcome: OperationOutcome, say: String,
    done: String?, undo: String? = nil
  ) async throws -> Reply {
    let done = done.map { incoming.signed($0, change: outcome.change) }
    guard incoming.request.wantsJSON else {
      let fallback = "/since/\(NoteAddress.segment(of: tracker.id))"
      return ReturnAddress(incoming, fallback: fallback).reply(done: done)
    }
    let fresh = incoming.fresh
    let list = try await fresh.trackers()
    let status = list.statuses.first { $0.tracker.path == tracker.path }
    let card = try status.map { try TrackerRoutes.card($0, in: list, fresh) }
    return .json([
      "id": .string(tracker.id.text), "outcome": .string(outcome.kind.rawValue),
      "card": .text(card?.text), "say": .string(say), "undo": .text(undo),
      "done": .text(done), "due": .int(list.dueCount),
    ])
  }
}
