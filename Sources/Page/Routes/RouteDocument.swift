/// The table of docs/api.md, made of the table of routes.
enum RouteDocument {
  /// The lines between the marks of docs/api.md.
  static var table: String {
    let lines = RouteTable.routes.compactMap { route in route.description.map { line(route, $0) } }
    return """
      | address | does | takes | answers | for |
      |---|---|---|---|---|
      \(lines.joined(separator: "\n"))
      """
  }

  private static func line(_ route: Route, _ description: RouteDescription) -> String {
    let parameters = description.parameters.map { "`\($0.name)`" }
    let bodies = description.bodies.map { content in
      content.schema.map { "\(content.type): `\($0)`" } ?? content.type
    }
    let answers = description.answers.map { answer in
      let schemas = answer.contents.compactMap(\.schema).filter { $0 != "Problem" }
      return "\(answer.status)" + schemas.map { " `\($0)`" }.joined()
    }
    let cells = [
      "`\(route.method.rawValue) \(route.pattern)`", route.summary,
      (parameters + bodies).joined(separator: "; "), answers.joined(separator: ", "),
      access(route),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static func access(_ route: Route) -> String {
    switch route.access {
    case .open: "everybody"
    case .session, .form, .script: "browsers"
    case .api: "tokens, browsers"
    case .token: "tokens"
    }
  }
}
