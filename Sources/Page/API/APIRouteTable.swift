internal import VaultFormat
internal import VaultIndex

/// The addresses of the API, with what its documents say of them.
enum APIRouteTable {
  private typealias Parameter = RouteDescription.Parameter

  static let routes: [Route] = notes + media + trackers + places + categories + journal + help

  private static let notes: [Route] = [
    Route(
      .get, "/api/v1/notes", .api, "The notes that match a filter, the newest first",
      NoteListAPI.list,
      described: RouteDescription(
        parameters: filter + [
          .query("at", "Begin at the newest note of a year, month or day, such as `2026-11`"),
          .query("before", "Notes older than a place: `older` of an answer"),
          .query("after", "Notes newer than a place: `newer` of an answer"),
          .query(
            "limit", "The most notes of the answer; 50 by default",
            .type("integer", [("minimum", .int(1)), ("maximum", .int(200))])),
          .query("text", "`no` leaves the texts out", .oneOf(["yes", "no"])),
        ], answers: [.init(200, "The notes", .json("NoteList")), .init(304, "Nothing has changed")])
    ),
    Route(
      .post, "/api/v1/notes", .api, "Writes a new note, as `tl add` does", NoteWritingAPI.add,
      described: RouteDescription(
        bodies: noteBodies, answers: [.init(201, "The new note", .json("Note"))])),
    Route(
      .get, "/api/v1/notes/{id}", .api, "A note, or its file for `Accept: text/markdown`",
      NoteAPI.note,
      described: RouteDescription(
        parameters: [
          id,
          .header("If-None-Match", "The `ETag` of a version that is known"),
        ],
        answers: [
          .init(200, "The note", .json("Note"), .init(type: "text/markdown", schema: nil)),
          .init(304, "Nothing has changed"),
        ])),
    Route(
      .put, "/api/v1/notes/{id}", .api, "Writes a note with this id, or a new version of one",
      NoteWritingAPI.put,
      described: RouteDescription(
        parameters: [
          id,
          .header("If-None-Match", "`*`: a new note. The id is a UUID in lower case"),
          .header("If-Match", "The `ETag` of the version that was changed: a new version"),
        ], bodies: noteBodies,
        answers: [
          .init(200, "The note as it is now, merged if need be", .json("Note")),
          .init(201, "The new note", .json("Note")),
          .init(409, "Both have changed the same lines", .json("Problem")),
          .init(412, "It is another version, and no base was sent", .json("Problem")),
          .init(428, "Neither `If-None-Match` nor `If-Match`", .json("Problem")),
        ])),
    Route(
      .patch, "/api/v1/notes/{id}", .api, "Changes some properties of a note", NoteAPI.change,
      described: RouteDescription(
        parameters: [id, condition], bodies: [.json("NotePatch")],
        answers: [
          .init(200, "The note as it is now", .json("Note")),
          .init(412, "It is another version", .json("Problem")),
        ])),
    Route(
      .delete, "/api/v1/notes/{id}", .api, "Moves a note and its media to the trash",
      NoteAPI.remove,
      described: RouteDescription(
        parameters: [id, condition],
        answers: [
          .init(200, "Its number in the trash", .json("Trashed")),
          .init(412, "It is another version", .json("Problem")),
        ])),
  ]

  private static let media: [Route] = [
    Route(
      .post, "/api/v1/notes/{id}/media", .api, "Adds a file to a note", MediaAPI.attach,
      described: RouteDescription(
        parameters: [
          id,
          .query("name", "The name of the file", isRequired: true),
          .query("sha256", "Of a file that was sent before; the body is then empty", hash),
        ], bodies: [.init(type: "application/octet-stream", schema: nil)],
        answers: [
          .init(200, "The note has the file already", .json("Media")),
          .init(201, "The file", .json("Media")),
        ])),
    Route(
      .get, "/api/v1/media/{sha256}", .api, "A file that waits for its note; `HEAD` asks for it",
      MediaAPI.staged,
      described: RouteDescription(
        parameters: [.path("sha256", "Of the file", hash)],
        answers: [.init(200, "The file", type: "application/octet-stream")])),
    Route(
      .put, "/api/v1/media/{sha256}", .api, "Sends a file before its note", MediaAPI.stage,
      described: RouteDescription(
        parameters: [.path("sha256", "Of the file", hash)],
        bodies: [.init(type: "application/octet-stream", schema: nil)],
        answers: [
          .init(200, "It is known; the body was not needed", .json("StagedMedia")),
          .init(201, "It waits for its note, for seven days", .json("StagedMedia")),
        ])),
    Route(
      .post, "/api/v1/media", .api, "Sends a file before its note; the answer has its SHA-256",
      MediaAPI.stageUnnamed,
      described: RouteDescription(
        bodies: [.init(type: "application/octet-stream", schema: nil)],
        answers: [.init(201, "It waits for its note, for seven days", .json("StagedMedia"))])),
    Route(
      .post, "/share", .token, "Writes a note of a form, for a phone's share menu", ShareAPI.share,
      described: RouteDescription(
        bodies: [
          .init(type: "multipart/form-data", schema: "Share"),
          .init(type: "application/x-www-form-urlencoded", schema: "SharedText"),
        ], answers: [.init(201, "The new note", .json("Note"))])),
  ]

  private static let trackers: [Route] = [
    Route(
      .get, "/api/v1/trackers", .api, "The trackers, what is due longest first", TrackerAPI.list,
      described: RouteDescription(answers: [.init(200, "The trackers", .json("TrackerList"))])),
    Route(
      .get, "/api/v1/trackers/{item}", .api, "How a tracker stands, as `tl since --json` says it",
      TrackerAPI.tracker,
      described: RouteDescription(
        parameters: [item], answers: [.init(200, "The tracker", .json("Tracker"))])),
    Route(
      .get, "/api/v1/trackers/{item}/events", .api, "The events of a tracker, the newest first",
      TrackerAPI.events,
      described: RouteDescription(
        parameters: [
          item, .query("before", "Events older than this one: `older` of an answer"),
          .query(
            "limit", "The most events of the answer; 50 by default",
            .type("integer", [("minimum", .int(1)), ("maximum", .int(200))])),
        ], answers: [.init(200, "The events", .json("EventList"))])),
    Route(
      .post, "/api/v1/trackers/{item}/events", .api,
      "Logs an event, as `tl did` does; now, without a body", TrackerAPI.log,
      described: RouteDescription(
        parameters: [
          item,
          .header(
            "Tl-Operation", "8 to 64 letters, digits and hyphens: the same again logs nothing more"),
        ],
        bodies: [
          .json("EventInput"),
          .init(type: "application/x-www-form-urlencoded", schema: "EventForm"),
        ],
        answers: [
          .init(201, "The event, and how the tracker stands now", .json("LoggedEvent")),
          .init(409, "It would stand in a code block or comment without an end", .json("Problem")),
        ])),
    Route(
      .delete, "/api/v1/trackers/{item}/events/{event}", .api, "Removes an event",
      TrackerAPI.remove,
      described: RouteDescription(
        parameters: [item, .path("event", "The `id` of the event, which changes with it")],
        answers: [
          .init(200, "How the tracker stands now", .json("Tracker")),
          .init(409, "It was changed meanwhile, is gone, or is a note", .json("Problem")),
        ])),
  ]

  private static let places: [Route] = [
    Route(
      .get, "/api/v1/places", .api, "The places of the notes, the newest first", PlaceAPI.list,
      described: RouteDescription(
        answers: [.init(200, "The places", .json("PlaceList")), .init(304, "Nothing has changed")]))
  ]

  private static let categories: [Route] = [
    Route(
      .get, "/api/v1/categories", .api,
      "The categories in their order, as `tl category list --json` prints them", CategoryAPI.list,
      described: RouteDescription(
        answers: [
          .init(200, "The categories", .json("CategoryList")), .init(304, "Nothing has changed"),
        ]))
  ]

  private static let journal: [Route] = [
    Route(
      .get, "/api/v1/people", .api, "The persons, as `tl person list --json` prints them",
      JournalAPI.people,
      described: RouteDescription(
        answers: [
          .init(200, "The persons", .json("PersonList")), .init(304, "Nothing has changed"),
        ]
      )),
    Route(
      .get, "/api/v1/people/{item}/milestones", .api,
      "The milestones of a person, as `tl milestone list --all --json` prints them",
      JournalAPI.milestones,
      described: RouteDescription(
        parameters: [.path("item", "The name of the page's file, or the id of the person")],
        answers: [.init(200, "Those done, open and ahead", .json("MilestoneList"))])),
    Route(
      .get, "/api/v1/today", .api, "What the day brings, as `tl today --json` prints it",
      JournalAPI.today,
      described: RouteDescription(
        parameters: [
          .query("months", "`1`: the same day of the last eleven months too", .oneOf(["1"]))
        ], answers: [.init(200, "The day", .json("Today"))])),
    Route(
      .get, "/api/v1/stats", .api, "What the notes come to, as `tl stats --json` prints it",
      JournalAPI.statistics,
      described: RouteDescription(
        answers: [
          .init(200, "The numbers", .json("Statistics")), .init(304, "Nothing has changed"),
        ])),
  ]

  private static let help: [Route] = [
    Route(
      .get, "/api/v1/counts", .api, "How many notes each month has", APIRoutes.counts,
      described: RouteDescription(
        parameters: filter,
        answers: [.init(200, "The months", .json("Counts")), .init(304, "Nothing has changed")])),
    Route(
      .get, "/api/v1/suggest", .api, "Tags that begin with a text, or contain it",
      APIRoutes.suggest,
      described: RouteDescription(
        parameters: [.query("q", "The text")],
        answers: [.init(200, "At most 20 tags, the most used first", .json("Suggestions"))])),
    Route(
      .post, "/api/v1/preview", .api, "A Markdown text as HTML", APIRoutes.preview,
      described: RouteDescription(
        bodies: [.init(type: "text/markdown", schema: nil)],
        answers: [.init(200, "The HTML", type: "text/html")])),
    Route(
      .get, "/api/v1/openapi.json", .api, "This description (OpenAPI 3.1)", APIRoutes.document,
      described: RouteDescription(
        answers: [.init(200, "The document", type: "application/json")])),
  ]

  private static let id = Parameter.path("id", "The whole id of the note")
  private static let item = Parameter.path(
    "item", "The id of the tracker, the name of its file, or another name that it alone has")
  private static let condition = Parameter.header(
    "If-Match", "The `ETag` of the version that is meant; without it the present one")
  private static let hash = JSONValue.type("string", [("pattern", .string("^[0-9a-f]{64}$"))])
  private static let filter: [Parameter] = [
    .query("q", "A query, as of `tl search`"),
    .query("t", "Tags, with commas between them; all have to be there"),
    .query("c", "A category"),
    .query("kind", "The kind of note", .oneOf(NoteKind.allCases.map(\.rawValue))),
  ]
  private static let noteBodies: [RouteDescription.Content] = [
    .json("NoteInput"), .init(type: "text/markdown", schema: nil),
  ]
}
