internal import VaultFormat
internal import VaultIndex

/// The schemas of the API's bodies (JSON Schema 2020-12), by name.
enum APISchemas {
  static let all: [(String, JSONValue)] = [
    ("Note", note), ("NoteList", noteList), ("NoteInput", noteInput), ("NotePatch", notePatch),
    (
      "Trashed", object([("trash", integer, "For `tl trash restore`")], required: ["trash"])
    ),
    ("Media", media),
    ("StagedMedia", object([("sha256", string, nil)], required: ["sha256"])),
    ("Share", share(withFiles: true)), ("SharedText", share(withFiles: false)),
    ("Counts", list("months", of: [("month", string, nil), ("notes", integer, nil)])),
    ("Suggestions", list("tags", of: [("name", string, nil), ("count", integer, nil)])),
    ("Tracker", tracker), ("TrackerList", trackerList), ("EventList", eventList),
    ("EventInput", eventInput), ("EventForm", eventForm), ("LoggedEvent", loggedEvent),
    ("PlaceList", placeList), ("Category", category),
    (
      "CategoryList",
      object([("categories", array(of: reference("Category")), nil)], required: ["categories"])
    ),
    ("PersonList", personList), ("MilestoneList", milestoneList), ("Today", today),
    ("Statistics", statistics), ("Problem", problem),
  ]

  typealias Property = (name: String, schema: JSONValue, text: String?)

  static let string = JSONValue.type("string")
  static let integer = JSONValue.type("integer")
  static let boolean = JSONValue.type("boolean")
  /// A note says a day where it has no time.
  static let time = JSONValue.type(
    "string",
    [
      (
        "anyOf",
        .array(["date-time", "date"].map { JSONValue.object([("format", .string($0))]) })
      )
    ])
  private static let texts = array(of: string)
  static let nullableText = nullable("string")
  private static let nullableTexts = nullable("array", [("items", string)])

  static func nullable(_ type: String, _ more: [(String, JSONValue)] = []) -> JSONValue {
    .object([("type", .array([.string(type), .string("null")]))] + more)
  }

  /// Version 1 of docs/cli-reference.md, "JSON".
  private static let note = object(
    [
      ("id", string, nil), ("id_stored", boolean, "Whether the file has the id"),
      ("path", string, "From the vault's root"), ("title", string, nil), ("created", time, nil),
      ("updated", time, nil), ("date", time, "When it happened"), ("pinned", boolean, nil),
      ("tags", texts, nil), ("text", string, "Without the front matter"),
      ("kind", .oneOf(NoteKind.allCases.map(\.rawValue)), nil),
      (
        "media",
        array(
          of: object(
            [("path", string, nil), ("kind", mediaKind, nil), ("bytes", integer, nil)],
            required: ["path", "kind", "bytes"])), nil
      ),
      ("properties", .type("object"), "The whole front matter"),
      ("findings", array(of: .type("object")), "As of `tl doctor`"),
    ],
    required: [
      "id", "id_stored", "path", "title", "created", "updated", "pinned", "tags", "kind", "media",
      "properties", "findings",
    ])

  private static let noteList = object(
    [
      ("notes", array(of: reference("Note")), nil),
      ("older", nullableText, "For `before` of the next request; null at the end"),
      ("newer", nullableText, "For `after`; null at the beginning"),
    ], required: ["notes", "older", "newer"])

  /// Null is as if the key were not there.
  private static let noteInput = object(
    [
      ("text", nullableText, "The text, without front matter; either this or `file`"),
      (
        "file", nullableText,
        "The whole file, with front matter; `title` to `pinned` do not go with it"
      ),
      ("title", nullableText, "Empty: none"), ("tags", nullableTexts, "All tags of the note"),
      ("date", nullableText, "When it happened, as in `tl set date=…`; empty: not known"),
      ("pinned", nullable("boolean"), nil),
      ("base", nullableText, "With `If-Match`: the whole file from which the change began"),
    ], required: [], isClosed: true)

  private static let notePatch = object(
    [
      ("pinned", nullable("boolean"), nil), ("title", nullableText, "Null: none"),
      ("date", nullableText, "As in `tl set date=…`; null: not known"),
      (
        "tags",
        object([("add", nullableTexts, nil), ("remove", nullableTexts, nil)], required: []), nil
      ),
    ], required: [], isClosed: true)

  private static let mediaKind = JSONValue.oneOf(["photo", "audio", "video", "file"])
  private static let media = object(
    [
      ("path", string, "From the vault's root"), ("kind", mediaKind, nil), ("bytes", integer, nil),
      ("sha256", string, nil),
    ], required: ["path", "kind", "bytes", "sha256"])

  private static func share(withFiles: Bool) -> JSONValue {
    var properties: [Property] = [
      ("title", string, nil), ("text", string, nil), ("url", string, nil),
      ("tags", string, "With commas between them"),
      ("date", string, "When it happened, as in `tl set date=…`"),
    ]
    if withFiles {
      let file = JSONValue.type("string", [("format", .string("binary"))])
      properties.append(("files", array(of: file), nil))
    }
    return object(properties, required: [])
  }

  /// As `tl places --json` prints them.
  private static let placeList = list(
    "places",
    of: [
      ("place", nullableText, "As its newest note writes it"),
      ("locality", nullableText, "The town"),
      (
        "coordinates", nullable("array", [("items", .type("number"))]),
        "Latitude and longitude of the newest note that has them"
      ),
      ("notes", integer, "How many notes were written there"),
      ("last", .type("string", [("format", .string("date"))]), "The day of the newest of them"),
    ])

  private static let problem = object(
    [
      (
        "error",
        object(
          [
            ("code", string, "For programs"), ("message", string, "What is wrong"),
            ("next", string, "What to do"),
          ], required: ["code", "message", "next"]), nil
      ),
      ("current", string, "409 and 412: the file as it is"),
      ("current_hash", string, "Its SHA-256, for `If-Match`"),
      ("yours", string, "The file that was to be written"),
      ("both", string, "409: both versions in one text"),
    ], required: ["error"])

  // MARK: - Parts

  static func reference(_ name: String) -> JSONValue {
    .object([("$ref", .string("#/components/schemas/\(name)"))])
  }

  static func array(of schema: JSONValue) -> JSONValue {
    .type("array", [("items", schema)])
  }

  static func list(_ name: String, of properties: [Property]) -> JSONValue {
    object(
      [(name, array(of: object(properties, required: properties.map(\.name))), nil)],
      required: [name])
  }

  /// - Parameter isClosed: a further key is an error.
  static func object(
    _ properties: [Property], required: [String], isClosed: Bool = false
  ) -> JSONValue {
    var keywords: [(String, JSONValue)] = [
      ("properties", .object(properties.map { ($0.name, described($0.schema, $0.text)) }))
    ]
    if !required.isEmpty {
      keywords.append(("required", .array(required.map(JSONValue.string))))
    }
    if isClosed { keywords.append(("additionalProperties", .bool(false))) }
    return .type("object", keywords)
  }

  private static func described(_ schema: JSONValue, _ text: String?) -> JSONValue {
    guard let text, case .object(let entries) = schema else { return schema }
    return .object(entries + [("description", .string(text))])
  }
}
