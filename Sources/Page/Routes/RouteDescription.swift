internal import VaultFormat

/// What docs/api.md and the OpenAPI document say of a route beside its summary.
///
/// Answers that many routes have, such as 401, are not listed here: `OpenAPIDocument` adds them.
struct RouteDescription: Sendable {
  var parameters: [Parameter] = []
  /// What its body can be, by content type; empty if it takes none.
  var bodies: [Content] = []
  var answers: [Answer] = []

  struct Parameter: Sendable {
    enum Place: String, Sendable { case path, query, header }

    var place: Place
    var name: String
    var text: String
    /// JSON Schema 2020-12.
    var schema: JSONValue
    var isRequired: Bool

    static func path(
      _ name: String, _ text: String, _ schema: JSONValue = .type("string")
    ) -> Parameter {
      Parameter(place: .path, name: name, text: text, schema: schema, isRequired: true)
    }

    static func query(
      _ name: String, _ text: String, _ schema: JSONValue = .type("string"),
      isRequired: Bool = false
    ) -> Parameter {
      Parameter(place: .query, name: name, text: text, schema: schema, isRequired: isRequired)
    }

    static func header(
      _ name: String, _ text: String, _ schema: JSONValue = .type("string"),
      isRequired: Bool = false
    ) -> Parameter {
      Parameter(place: .header, name: name, text: text, schema: schema, isRequired: isRequired)
    }
  }

  /// A body of a content type, with the name of its schema in `APISchemas`; nil for text and bytes.
  struct Content: Sendable {
    var type: String
    var schema: String?

    static func json(_ schema: String) -> Content {
      Content(type: "application/json", schema: schema)
    }
  }

  struct Answer: Sendable {
    var status: Int
    var text: String
    var contents: [Content]

    init(_ status: Int, _ text: String, _ contents: Content...) {
      (self.status, self.text, self.contents) = (status, text, contents)
    }

    init(_ status: Int, _ text: String, type: String) {
      (self.status, self.text, contents) = (status, text, [Content(type: type)])
    }
  }
}

extension JSONValue {
  /// A JSON Schema with that type and further keywords.
  static func type(_ name: String, _ further: [(String, JSONValue)] = []) -> JSONValue {
    .object([("type", .string(name))] + further)
  }

  static func oneOf(_ values: some Sequence<String>) -> JSONValue {
    .object([("type", .string("string")), ("enum", .array(values.map(JSONValue.string)))])
  }
}
