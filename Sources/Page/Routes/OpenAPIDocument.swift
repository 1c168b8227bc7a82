internal import VaultFormat

/// The description of the API for programs (OpenAPI 3.1.1), made of the table of routes.
enum OpenAPIDocument {
  /// docs/openapi.json.
  static let text: String = value(of: RouteTable.routes).pretty + "\n"

  static func value(of routes: [Route]) -> JSONValue {
    var paths: [(path: String, operations: [(String, JSONValue)])] = []
    for route in routes {
      guard let description = route.description else { continue }
      let path = route.pattern.description
      let operation = (route.method.rawValue.lowercased(), operation(route, description))
      if let place = paths.firstIndex(where: { $0.path == path }) {
        paths[place].operations.append(operation)
      } else {
        paths.append((path, [operation]))
      }
    }
    return .object([
      ("openapi", .string("3.1.1")),
      (
        "info",
        .object([
          ("title", .string("The page of tl")), ("version", .string("1")),
          ("description", .string("Notes of a vault that tl serve shows; docs/api.md says more.")),
        ])
      ),
      ("paths", .object(paths.map { ($0.path, .object($0.operations)) })),
      (
        "components",
        .object([
          ("schemas", .object(APISchemas.all)),
          (
            "securitySchemes",
            .object([
              ("token", .object([("type", .string("http")), ("scheme", .string("bearer"))]))
            ])
          ),
        ])
      ),
    ])
  }

  private static func operation(_ route: Route, _ description: RouteDescription) -> JSONValue {
    var entries: [(String, JSONValue)] = [("summary", .string(route.summary))]
    if route.takesTokens {
      entries.append(("security", .array([.object([("token", .array([]))])])))
    }
    if !description.parameters.isEmpty {
      entries.append(("parameters", .array(description.parameters.map(parameter))))
    }
    if !description.bodies.isEmpty {
      entries.append(
        (
          "requestBody",
          .object([("required", .bool(true)), ("content", content(description.bodies))])
        ))
    }
    let answers = (description.answers + common(route, description)).sorted {
      $0.status < $1.status
    }
    entries.append(
      (
        "responses",
        .object(
          answers.map { answer in
            var values: [(String, JSONValue)] = [("description", .string(answer.text))]
            if !answer.contents.isEmpty { values.append(("content", content(answer.contents))) }
            return (String(answer.status), .object(values))
          })
      ))
    return .object(entries)
  }

  /// The errors of all routes that are alike; those that the route names itself are left out.
  private static func common(
    _ route: Route, _ description: RouteDescription
  ) -> [RouteDescription.Answer] {
    guard route.takesTokens else { return [] }
    let problem = RouteDescription.Content.json("Problem")
    var answers: [RouteDescription.Answer] = [
      .init(400, "The request cannot be understood", problem),
      .init(401, "No token, or none that is valid", problem),
      .init(403, "The token may only read, or a foreign page asks", problem),
      .init(404, "There is no such thing", problem),
      .init(421, "The server has another name", problem),
      .init(422, "A value cannot be used", problem),
    ]
    if route.method.isWrite {
      answers += [
        .init(409, "The front matter cannot be changed", problem),
        .init(413, "The body is too large", problem),
        .init(415, "Another content type is needed", problem),
        .init(503, "Another program is writing", problem),
        .init(507, "The disk is full", problem),
      ]
    }
    let own = Set(description.answers.map(\.status))
    return answers.filter { !own.contains($0.status) }
  }

  private static func parameter(_ parameter: RouteDescription.Parameter) -> JSONValue {
    var entries: [(String, JSONValue)] = [
      ("name", .string(parameter.name)), ("in", .string(parameter.place.rawValue)),
      ("description", .string(parameter.text)), ("schema", parameter.schema),
    ]
    if parameter.isRequired { entries.append(("required", .bool(true))) }
    return .object(entries)
  }

  private static func content(_ contents: [RouteDescription.Content]) -> JSONValue {
    .object(
      contents.map { content in
        (
          content.type,
          .object(content.schema.map { [("schema", APISchemas.reference($0))] } ?? [])
        )
      })
  }
}
