import TestSupport

@testable import Page

/// docs/openapi.json.
struct APIDescription {
  let root: JSON

  init() throws { root = try JSON(RepositoryRoot.text(of: "docs/openapi.json")) }

  /// An operation of an address.
  struct Operation {
    /// Such as `GET /api/v1/notes`.
    let name: String
    let value: JSON
    /// With what their references name.
    let parameters: [JSON]

    /// By status.
    var answers: [String: JSON] { value["responses"]?.fields ?? [:] }
    /// By content type.
    var bodies: [String: JSON] { value["requestBody"]?["content"]?.fields ?? [:] }
  }

  /// By name.
  var operations: [String: Operation] {
    var result: [String: Operation] = [:]
    for (path, operations) in root["paths"]?.fields ?? [:] {
      for (method, value) in operations.fields {
        let name = "\(method.uppercased()) \(path)"
        result[name] = Operation(
          name: name, value: value, parameters: value["parameters"]?.items.map(resolved) ?? [])
      }
    }
    return result
  }

  var schemas: [String: JSON] { root["components"]?["schemas"]?.fields ?? [:] }

  /// What a reference names; any other value as it is.
  func resolved(_ value: JSON) -> JSON {
    guard let reference = value["$ref"]?.text else { return value }
    return reference.dropFirst(2).split(separator: "/")
      .reduce(root) { $0[String($1)] ?? .null }
  }

  /// The schema of a JSON answer; nil if the operation does not describe one with that status.
  func schema(of operation: Operation, status: Int) -> JSON? {
    operation.answers["\(status)"].map(resolved)?["content"]?["application/json"]?["schema"]
  }

  /// Where a value is not as a schema says, by the keys that lead there.
  ///
  /// Also where it has a key that the schema does not name. Formats and patterns are not looked at.
  func differences(_ value: JSON, _ schema: JSON, at place: String = "") -> [String] {
    let schema = resolved(schema)
    if let choices = schema["oneOf"]?.items {
      let all = choices.map { differences(value, $0, at: place) }
      return all.min { $0.count < $1.count } ?? ["\(place): no choice"]
    }
    let types = schema["type"].map { $0.text.map { [$0] } ?? $0.items.compactMap(\.text) } ?? []
    guard types.contains(where: value.isOf) else {
      return ["\(place): \(value) is none of \(types)"]
    }
    if let allowed = schema["enum"]?.items, !allowed.contains(value) {
      return ["\(place): \(value) is none of \(allowed)"]
    }
    var found: [String] = []
    for item in value.items {
      if let schema = schema["items"] { found += differences(item, schema, at: place + "[]") }
    }
    guard case .object(let fields) = value, let known = schema["properties"]?.fields else {
      return found
    }
    for key in (schema["required"]?.items ?? []).compactMap(\.text) where fields[key] == nil {
      found.append("\(place).\(key) is missing")
    }
    for (key, value) in fields {
      if let schema = known[key] {
        found += differences(value, schema, at: "\(place).\(key)")
      } else {
        found.append("\(place).\(key) is not described")
      }
    }
    return found
  }
}

extension Route {
  /// Such as `GET /api/v1/notes`.
  var name: String { "\(method.rawValue) \(pattern)" }

  /// Whether docs/api.md and docs/openapi.json have it: what programs use.
  var isForPrograms: Bool {
    takesTokens || ["/feed/{token}.atom", "/calendar/{token}.ics"].contains(pattern.description)
  }
}

extension APIDescription {
  /// The lines between the marks of docs/api.md.
  var table: String {
    let operations = self.operations
    let lines = RouteTable.routes.filter(\.isForPrograms).map { route in
      let cells = operations[route.name].map(self.cells) ?? []
      return "| \((["`\(route.name)`"] + cells + [access(route)]).joined(separator: " | ")) |"
    }
    return """
      | address | does | takes | answers | for |
      |---|---|---|---|---|
      \(lines.joined(separator: "\n"))
      """
  }

  /// What the operation does, what it takes, and the answers that are its own.
  private func cells(_ operation: Operation) -> [String] {
    let parameters = operation.parameters.compactMap { $0["name"]?.text }.map { "`\($0)`" }
    let bodies = operation.bodies.sorted { $0.key < $1.key }.map { type, content in
      type + (schemaName(content).map { ": `\($0)`" } ?? "")
    }
    let answers = operation.answers.filter { $0.value["$ref"] == nil }
      .sorted { $0.key < $1.key }.map { status, answer in
        let schemas = (answer["content"]?.fields ?? [:]).values.compactMap(schemaName)
        return status + schemas.filter { $0 != "Problem" }.map { " `\($0)`" }.joined()
      }
    return [
      operation.value["summary"]?.text ?? "", (parameters + bodies).joined(separator: "; "),
      answers.joined(separator: ", "),
    ]
  }

  private func schemaName(_ content: JSON) -> String? {
    content["schema"]?["$ref"]?.text?.split(separator: "/").last.map(String.init)
  }

  private func access(_ route: Route) -> String {
    switch route.access {
    case .open: "everybody"
    case .session, .form: "browsers"
    case .api: "tokens, browsers"
    case .token: "tokens"
    }
  }
}
