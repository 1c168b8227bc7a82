internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The addresses of the API; docs/openapi.json describes each.
enum APIRouteTable {
  static let routes: [Route] = [
    .api(.get, "/notes", "The notes that match a filter, the newest first", NoteListAPI.list),
    .api(.post, "/notes", "Writes a new note, as `tl add` does", NoteWritingAPI.add),
    .api(.get, "/notes/{id}", "A note, or its file for `Accept: text/markdown`", NoteAPI.note),
    .api(
      .put, "/notes/{id}", "Writes a note with this id, or a new version of one",
      NoteWritingAPI.put),
    .api(.patch, "/notes/{id}", "Changes some properties of a note", NoteAPI.change),
    .api(.delete, "/notes/{id}", "Moves a note and its media to the trash", NoteAPI.remove),
    .api(.post, "/notes/{id}/media", "Adds a file to a note", MediaAPI.attach),
    .api(
      .get, "/media/{sha256}", "A file that waits for its note; `HEAD` asks for it",
      MediaAPI.staged),
    .api(.put, "/media/{sha256}", "Sends a file before its note", MediaAPI.stage),
    .api(
      .post, "/media", "Sends a file before its note; the answer has its SHA-256",
      MediaAPI.stageUnnamed),
    Route(
      .post, "/share", .token, "Writes a note of a form, for a phone's share menu", ShareAPI.share),
    .api(.get, "/trackers", "The trackers, what is due longest first", TrackerAPI.list),
    .api(
      .get, "/trackers/{item}", "How a tracker stands, as `tl since --json` says it",
      TrackerAPI.tracker),
    .api(
      .get, "/trackers/{item}/events", "The events of a tracker, the newest first",
      TrackerAPI.events),
    .api(
      .post, "/trackers/{item}/events",
      "Logs an event, as `tl did` does; now, without a body", TrackerAPI.log),
    .api(.delete, "/trackers/{item}/events/{event}", "Removes an event", TrackerAPI.remove),
    .api(.get, "/places", "The places of the notes, the newest first", JournalAPI.places),
    .api(
      .get, "/categories",
      "The categories in their order, as `tl category list --json` prints them",
      JournalAPI.categories),
    .api(.get, "/people", "The persons, as `tl person list --json` prints them", JournalAPI.people),
    .api(
      .get, "/people/{item}/milestones",
      "The milestones of a person, as `tl milestone list --all --json` prints them",
      JournalAPI.milestones),
    .api(.get, "/today", "What the day brings, as `tl today --json` prints it", JournalAPI.today),
    .api(
      .get, "/stats", "Statistics of the notes, as `tl stats --json` prints it",
      JournalAPI.statistics),
    .api(
      .get, "/operations",
      "What can be taken back, the newest first, as `tl undo --list --json` prints it",
      OperationAPI.list),
    .api(
      .post, "/operations/{number}/undo", "Takes an operation back, as `tl undo` does",
      OperationAPI.undo),
    .api(.get, "/counts", "How many notes each month has", APIRoutes.counts),
    .api(.get, "/suggest", "Tags that begin with a text, or contain it", APIRoutes.suggest),
    .api(.post, "/preview", "A Markdown text as HTML", APIRoutes.preview),
    .api(.get, "/openapi.json", "This description (OpenAPI 3.1)", APIRoutes.document),
  ]
}

/// What was changed in the vault on this machine, to be taken back.
enum OperationAPI {
  /// The most operations of an answer: each is read from its file.
  private static let limit = 200

  /// `{"operations": […]}`, as `tl undo --list --json` prints them, the newest first; none that concerns sealed notes only.
  static func list(_ incoming: PageRequest) async throws -> Reply {
    let entries: [JSONValue] = try await incoming.site.scans.run {
      try OperationLog(incoming.vault.folder).history().lazy
        .filter { $0.operation.isUndoable && !incoming.hides($0.operation) }.prefix(limit)
        .map { $0.json(isHidden: false) }
    }
    return .json("operations", entries).with(.checked)
  }

  /// Takes an operation back as a whole, or changes nothing; what is undone already stays so.
  static func undo(_ incoming: PageRequest) async throws -> Reply {
    let found = try await incoming.site.scans.run {
      let log = OperationLog(incoming.vault.folder)
      let entry = try incoming.parameters.first.flatMap { Int($0) }.flatMap(log.state)
      return entry.flatMap { incoming.hides($0.operation) ? nil : $0 }
    }
    guard var entry = found, entry.operation.isUndoable else { throw APIProblem.noSuchOperation }
    guard entry.operation.head.face != .sync else { throw APIProblem.cameWithSync }
    if !entry.isUndone {
      let plan = try OperationReversal(
        of: entry.operation, in: incoming.vault.folder, zone: incoming.zone)
      guard plan.obstacles.isEmpty else {
        throw APIProblem.changedSince(plan.obstacles.map(\.path), "Nothing was taken back.")
      }
      let kept = try await incoming.carryOut(plan, of: entry.operation)
      guard kept.isEmpty else { throw APIProblem.changedSince(kept, "The rest was taken back.") }
    }
    entry.isUndone = true
    return .json(entry.json(isHidden: false)).with(.checked)
  }
}

extension PageRequest {
  /// Whether an operation has to do with sealed notes only.
  fileprivate func hides(_ operation: LoggedOperation) -> Bool {
    visibility.hides(operation, in: timeline.names, after: lastStates)
  }
}

extension APIProblem {
  fileprivate static let noSuchOperation = APIProblem(
    .notFound, "no_such_operation",
    "There is no operation of this number, or it is not kept any more.",
    next: "GET /api/v1/operations lists them with their numbers.")
  fileprivate static let cameWithSync = APIProblem(
    .conflict, "came_with_sync", "This came with a sync, which this address does not take back.",
    next: "tl sync --undo takes back what a sync received.")

  fileprivate static func changedSince(_ paths: [VaultPath], _ rest: String) -> APIProblem {
    APIProblem(
      .conflict, "changed_since",
      "What this had changed was changed again since, in the same place. \(rest)",
      next: "notes names what stays as it is; decide by what is there now.",
      details: [("notes", .array(paths.map { .string($0.text) }))])
  }
}

/// What scripts ask: JSON, and HTML of a text.
enum APIRoutes {
  /// `{"months": [{"month": "2016-05", "notes": 214}]}`, the newest first.
  static func counts(_ incoming: PageRequest) async throws -> Reply {
    try await incoming.answer(PageTag(incoming)) {
      let address = try NoteListAPI.address(incoming.request.query)
      let index = try await incoming.site.notes(matching: address.filter, incoming)
      return .json(
        "months",
        index.months.months.map { month in
          ["month": .string("\(month.month)"), "notes": .int(month.count)]
        })
    }
  }

  /// `{"tags": [{"name": "kaia", "count": 214}]}`: those that begin with `q`, then those that contain it, the most used
  /// first.
  static func suggest(_ incoming: PageRequest) async throws -> Reply {
    let folding = FoldingOptions()
    let wanted = folding.fold(incoming.request.query["q"] ?? "")
    let tags = incoming.timeline.tags
      .map { (tag: $0, name: folding.fold($0.tag.text)) }
      .filter { wanted.isEmpty || $0.name.contains(wanted) }
      .sorted { a, b in
        let (first, second) = (a.name.hasPrefix(wanted), b.name.hasPrefix(wanted))
        return first != second ? first : (b.tag.count, a.tag.tag) < (a.tag.count, b.tag.tag)
      }
    let found = tags.prefix(20).map { entry -> JSONValue in
      ["name": .string(entry.tag.tag.text), "count": .int(entry.tag.count)]
    }
    return .json("tags", found)
  }

  /// The HTML of the Markdown text that is the body.
  static func preview(_ incoming: PageRequest) async throws -> Reply {
    let bytes = try await incoming.request.body.all(limit: 4 << 20, within: 30)
    let html = NoteRoutes.renderer(incoming, folder: nil).render(bytes).html
    return Reply(.ok, "text/html; charset=utf-8", body: .bytes(html.bytes))
  }

  /// docs/openapi.json.
  static func document(_ incoming: PageRequest) async throws -> Reply {
    Reply(.ok, "application/json", body: .bytes(PageFiles.description))
  }
}

/// Notes from the share menu of a phone.
enum ShareAPI {
  /// A new note of the fields `title`, `text`, `url`, `tags` and `date` of a form, and its files.
  static func share(_ incoming: PageRequest) async throws -> Reply {
    let form = try await PageForm.read(incoming.request, filesIn: incoming.site.uploads)
    let parts = ["title", "text", "url"].compactMap { form[$0] }.filter {
      !$0.trimmingBlanks.isEmpty
    }
    guard !parts.isEmpty || form.hasFiles else { throw APIProblem.blank }
    let text = parts.joined(separator: "\n\n").replacing("\r\n", with: "\n")
    let input = NoteInput(
      content: .text(text), tags: Tag.unique(Tag.list(in: form["tags"] ?? "")), date: form["date"])
    let note = try input.newNote(now: incoming.now.seconds, zone: incoming.zone)
    let files = try await incoming.newMedia(of: try form.sentFiles())
    return try await NoteWritingAPI.create(note, with: files, incoming)
  }
}
