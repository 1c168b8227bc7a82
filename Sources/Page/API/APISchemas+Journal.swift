internal import VaultFormat

/// The schemas of persons, milestones, days and numbers.
extension APISchemas {
  private static let day = JSONValue.type("string", [("format", .string("date"))])
  private static let nullableDay = nullable("string", [("format", .string("date"))])
  private static let nullableInteger = nullable("integer")

  /// As `tl person list --json` prints them.
  static let personList = list(
    "people",
    of: [
      ("id", string, nil), ("name", string, "The title of the page"),
      ("path", string, "From the vault's root"), ("role", nullableText, "Such as `child`"),
      ("birthday", nullableText, "A day, a month, a year, or a day without a year"),
      ("due_date", nullableText, nil), ("died", nullableText, nil),
      ("age", nullableText, "Today, in words"), ("notes", integer, "How many name the person"),
    ])

  /// As `tl milestone list --all --json` prints them.
  static let milestoneList = list(
    "milestones",
    of: [
      ("id", string, nil), ("title", string, nil),
      ("state", .oneOf(["done", "open", "ahead"]), nil),
      ("date", nullableDay, "When it was done"), ("celebrated", nullableDay, nil),
      ("from", nullableText, "The beginning of the time when it usually comes"),
      ("to", nullableText, "The end of it"), ("basis", string, "Where that time is from"),
      ("note", nullableReference("Note"), "That tells of it"),
      ("age", nullableText, "Of the person on that day"),
    ])

  /// As `tl today --json` prints it.
  static let today = object(
    [
      ("date", day, nil),
      (
        "on_this_day",
        array(
          of: object(
            [
              ("years", nullableInteger, "Ago"), ("months", nullableInteger, "Ago"),
              ("note", reference("Note"), nil),
            ], required: ["years", "months", "note"])), "The latest first"
      ),
      (
        "birthdays",
        array(
          of: object(
            [
              ("person", string, nil), ("turns", nullableInteger, "The age that is reached"),
              ("memorial", boolean, "Whether the person has died"),
            ], required: ["person", "turns", "memorial"])), nil
      ),
      ("opens", array(of: reference("Note")), "The notes that were sealed until today"),
      ("due", array(of: reference("Tracker")), "What is due longest first"),
      (
        "prompt",
        .object([
          (
            "oneOf",
            .array([
              object(
                [
                  ("id", string, nil), ("category", nullableText, nil),
                  ("kind", nullableText, "`photo`, `audio` or `video`"), ("text", string, nil),
                ], required: ["id", "category", "kind", "text"]), .type("null"),
            ])
          )
        ]), "Something to write about"
      ),
    ], required: ["date", "on_this_day", "birthdays", "opens", "due", "prompt"])

  /// As `tl stats --json` prints it.
  static let statistics: JSONValue = {
    let amounts = array(
      of: object(
        [
          ("start", day, nil), ("notes", integer, nil), ("words", integer, nil),
          ("media", integer, nil),
        ],
        required: ["start", "notes", "words", "media"]))
    let names = array(
      of: object([("name", string, nil), ("notes", integer, nil)], required: ["name", "notes"]))
    let properties: [Property] = [
      ("notes", integer, nil), ("words", integer, nil), ("media", integer, nil),
      ("days", integer, "With a note"), ("years", amounts, nil), ("months", amounts, nil),
      ("weekdays", array(of: integer), "From Monday"),
      ("hours", array(of: integer), "From midnight"),
      ("tags", names, "The most frequent first"), ("people", names, nil), ("places", names, nil),
      (
        "longest_run",
        .object([
          (
            "oneOf",
            .array([
              object([("from", day, nil), ("to", day, nil)], required: ["from", "to"]),
              .type("null"),
            ])
          )
        ]), "The most days in a row with a note"
      ),
    ]
    return object(properties, required: properties.map(\.name))
  }()

  private static func nullableReference(_ name: String) -> JSONValue {
    .object([("oneOf", .array([reference(name), .type("null")]))])
  }
}
