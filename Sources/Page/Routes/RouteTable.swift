/// All addresses of the page, of which the router, docs/api.md and docs/openapi.json are made.
enum RouteTable {
  static let routes: [Route] = pages + APIRouteTable.routes

  private static let pages: [Route] = [
    Route(.get, "/", .session, "The timeline", TimelineRoutes.timeline),
    Route(.get, "/y/{year}", .session, "The notes of a year", TimelineRoutes.year),
    Route(.get, "/m/{month}", .session, "The notes of a month", TimelineRoutes.month),
    Route(.get, "/d/{day}", .session, "The notes of a day", TimelineRoutes.day),
    Route(.get, "/n/{id}", .session, "A note", NoteRoutes.note),
    Route(.get, "/n/{id}/raw", .session, "The file of a note", NoteRoutes.raw),
    Route(.get, "/n/{id}/edit", .session, "A form that changes a note", EditRoutes.edit),
    Route(.post, "/n/{id}/edit", .form, "Changes a note", EditRoutes.save),
    Route(.post, "/n/{id}/pin", .form, "Pins a note", ActionRoutes.pin),
    Route(.post, "/n/{id}/unpin", .form, "Unpins a note", ActionRoutes.unpin),
    Route(.post, "/n/{id}/task", .form, "Ticks a task, or unticks it", ActionRoutes.task),
    Route(.post, "/n/{id}/trash", .form, "Moves a note to the trash", ActionRoutes.trash),
    Route(.get, "/new", .session, "A form for a new note", EditRoutes.new),
    Route(.post, "/new", .form, "Writes a new note", EditRoutes.create),
    Route(.get, "/photos", .session, "The photos", PhotoRoutes.photos),
    Route(.get, "/calendar", .session, "The notes of each day of a year", CalendarRoutes.newest),
    Route(.get, "/calendar/{year}", .session, "The same of another year", CalendarRoutes.year),
    Route(.get, "/tags", .session, "The tags", TagRoutes.tags),
    Route(.get, "/trash", .session, "What is in the trash", TrashRoutes.trash),
    Route(
      .post, "/trash/{number}/restore", .form, "Restores it from the trash", ActionRoutes.restore),
    Route(.get, "/p/{…path}", .session, "A photo", ViewerRoutes.photo),
    Route(.get, "/media/{…path}", .session, "A media file", MediaRoutes.media),
    Route(.get, "/help/keys", .session, "The keys", HelpRoutes.keys),
    Route(.get, "/login", .open, "Signs in with a code", SignIn.enter),
    Route(.post, "/login", .open, "The same by the form", SignIn.enterByForm),
    Route(.post, "/logout", .form, "Signs out", SignIn.leave),
    Route(
      .get, "/events", .session, "Changes of the vault, as server-sent events", EventRoutes.events),
    Route(
      .get, "/feed/{token}.atom", .open, "The feed of a filter", FeedRoutes.feed,
      described: FeedRoutes.description),
  ]

  private static let byMethod = Dictionary(grouping: routes) { $0.method.rawValue }

  /// A route and the values of the names in braces of its path.
  typealias Match = (route: Route, parameters: [String])

  static func route(_ method: String, _ path: String) -> Match? {
    guard let routes = byMethod[method], let parts = PathPattern.parts(of: path) else { return nil }
    for route in routes {
      if let parameters = route.pattern.match(parts) { return (route, parameters) }
    }
    return nil
  }

  /// The methods that an address takes.
  static func methods(of path: String) -> [Route.Method] {
    Route.Method.allCases.filter { route($0.rawValue, path) != nil }
  }
}

extension Route {
  /// Concerns only the browser's session, not the vault.
  var isAboutSession: Bool { ["/login", "/logout"].contains(pattern.description) }
}
