/// The addresses of the API; docs/openapi.json describes each.
enum APIRouteTable {
  static let routes: [Route] = notes + media + trackers + journal + operations + help

  private static let notes: [Route] = [
    Route(
      .get, "/api/v1/notes", .api, "The notes that match a filter, the newest first",
      NoteListAPI.list),
    Route(
      .post, "/api/v1/notes", .api, "Writes a new note, as `tl add` does", NoteWritingAPI.add),
    Route(
      .get, "/api/v1/notes/{id}", .api, "A note, or its file for `Accept: text/markdown`",
      NoteAPI.note),
    Route(
      .put, "/api/v1/notes/{id}", .api, "Writes a note with this id, or a new version of one",
      NoteWritingAPI.put),
    Route(
      .patch, "/api/v1/notes/{id}", .api, "Changes some properties of a note", NoteAPI.change),
    Route(
      .delete, "/api/v1/notes/{id}", .api, "Moves a note and its media to the trash",
      NoteAPI.remove),
  ]

  private static let media: [Route] = [
    Route(
      .post, "/api/v1/notes/{id}/media", .api, "Adds a file to a note", MediaAPI.attach),
    Route(
      .get, "/api/v1/media/{sha256}", .api, "A file that waits for its note; `HEAD` asks for it",
      MediaAPI.staged),
    Route(
      .put, "/api/v1/media/{sha256}", .api, "Sends a file before its note", MediaAPI.stage),
    Route(
      .post, "/api/v1/media", .api, "Sends a file before its note; the answer has its SHA-256",
      MediaAPI.stageUnnamed),
    Route(
      .post, "/share", .token, "Writes a note of a form, for a phone's share menu", ShareAPI.share),
  ]

  private static let trackers: [Route] = [
    Route(
      .get, "/api/v1/trackers", .api, "The trackers, what is due longest first", TrackerAPI.list),
    Route(
      .get, "/api/v1/trackers/{item}", .api, "How a tracker stands, as `tl since --json` says it",
      TrackerAPI.tracker),
    Route(
      .get, "/api/v1/trackers/{item}/events", .api, "The events of a tracker, the newest first",
      TrackerAPI.events),
    Route(
      .post, "/api/v1/trackers/{item}/events", .api,
      "Logs an event, as `tl did` does; now, without a body", TrackerAPI.log),
    Route(
      .delete, "/api/v1/trackers/{item}/events/{event}", .api, "Removes an event",
      TrackerAPI.remove),
  ]

  private static let journal: [Route] = [
    Route(
      .get, "/api/v1/places", .api, "The places of the notes, the newest first", PlaceAPI.list),
    Route(
      .get, "/api/v1/categories", .api,
      "The categories in their order, as `tl category list --json` prints them", CategoryAPI.list),
    Route(
      .get, "/api/v1/people", .api, "The persons, as `tl person list --json` prints them",
      JournalAPI.people),
    Route(
      .get, "/api/v1/people/{item}/milestones", .api,
      "The milestones of a person, as `tl milestone list --all --json` prints them",
      JournalAPI.milestones),
    Route(
      .get, "/api/v1/today", .api, "What the day brings, as `tl today --json` prints it",
      JournalAPI.today),
    Route(
      .get, "/api/v1/stats", .api, "Statistics of the notes, as `tl stats --json` prints it",
      JournalAPI.statistics),
  ]

  private static let operations: [Route] = [
    Route(
      .get, OperationAPI.path, .api,
      "What can be taken back, the newest first, as `tl undo --list --json` prints it",
      OperationAPI.list),
    Route(
      .post, "/api/v1/operations/{number}/undo", .api, "Takes an operation back, as `tl undo` does",
      OperationAPI.undo),
  ]

  private static let help: [Route] = [
    Route(
      .get, "/api/v1/counts", .api, "How many notes each month has", APIRoutes.counts),
    Route(
      .get, "/api/v1/suggest", .api, "Tags that begin with a text, or contain it",
      APIRoutes.suggest),
    Route(
      .post, "/api/v1/preview", .api, "A Markdown text as HTML", APIRoutes.preview),
    Route(
      .get, "/api/v1/openapi.json", .api, "This description (OpenAPI 3.1)", APIRoutes.document),
  ]
}
