internal import VaultFormat

/// The schemas of trackers and their events.
extension APISchemas {
  private static let nullableNumber = nullable("number")
  private static let nullableTime = nullable("string")

  /// As `tl since --json` prints it.
  static let tracker = object(
    [
      ("name", string, "Of its file"), ("id", string, nil),
      ("path", string, "From the vault's root"), ("title", string, nil),
      ("icon", nullableText, nil), ("unit", nullableText, "Of its values"),
      ("archived", boolean, nil), ("events", integer, "How many there are"),
      (
        "last",
        .object([
          ("oneOf", .array([.object(eventKeywords), .type("null")]))
        ]), "The newest event that is not to come"
      ),
      ("elapsed_seconds", nullable("integer"), nil),
      ("elapsed", nullableText, "In words, such as `1.9 d ago`"),
      ("running_seconds", nullable("integer"), "Of an event that has begun and not ended"),
      ("every", nullableText, "After which time it is due, such as `2 days at 08:00`"),
      ("remind", boolean, "False if it is never due"), ("due", nullableTime, nil),
      ("late_seconds", nullable("integer"), "Null if it is not due"), ("paused", boolean, nil),
      ("paused_until", nullableText, "The last day"),
      ("planned", nullableTime, "An event to come"),
    ],
    required: [
      "name", "id", "path", "title", "icon", "unit", "archived", "events", "last",
      "elapsed_seconds", "elapsed", "running_seconds", "every", "remind", "due", "late_seconds",
      "paused", "paused_until", "planned",
    ])

  static let trackerList = object(
    [("trackers", array(of: reference("Tracker")), nil)], required: ["trackers"])

  static let eventList = object(
    [
      (
        "events",
        array(
          of: object(
            [("id", string, "Changes with the event")] + eventProperties,
            required: ["id"] + eventProperties.map(\.name))), nil
      ),
      ("older", nullableText, "For `before` of the next request; null at the end"),
    ], required: ["events", "older"])

  /// Null is as if the key were not there.
  static let eventInput = object(
    [
      ("time", nullableText, "As `--at` of `tl did` takes it; now without it"),
      (
        "value", .object([("type", .array(["number", "string", "null"].map(JSONValue.string)))]),
        "In the unit of the tracker; a text such as `120/80` too"
      ),
      ("text", nullableText, nil),
    ], required: [], isClosed: true)

  static let eventForm = object(
    [("time", string, nil), ("value", string, nil), ("text", string, nil)], required: [])

  static let loggedEvent = object(
    [
      ("event", nullableText, "Its `id`"), ("said", string, "A line for people"),
      ("tracker", reference("Tracker"), nil),
    ], required: ["event", "said", "tracker"])

  private static let eventProperties: [Property] = [
    ("time", time, "With its begin"), ("end", nullableTime, nil), ("running", boolean, nil),
    ("day_only", boolean, nil), ("mark", nullableText, "`pause` or `skip`"),
    ("value", nullableNumber, "The first one"),
    ("values", array(of: .type("number")), nil), ("text", string, nil),
    ("note", nullableText, "The path of a note that counts as an event"),
  ]

  private static let eventKeywords: [(String, JSONValue)] = {
    guard
      case .object(let keywords) = object(
        eventProperties, required: eventProperties.map(\.name))
    else { return [] }
    return keywords
  }()
}
