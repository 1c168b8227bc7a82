/// All addresses of the page.
enum RouteTable {
  static let routes: [Route] =
    pages + NoteComments.routes + BookRoutes.routes + CircleRoutes.routes + PlaceRoutes.routes
    + CategoryRoutes.routes + TrackerListRoutes.routes + APIRouteTable.routes

  private static let pages: [Route] = [
    Route(.get, "/", .session, "The timeline", TimelineRoutes.timeline),
    Route(.get, "/y/{year}", .session, "The notes of a year", TimelineRoutes.year),
    Route(.get, "/m/{month}", .session, "The notes of a month", TimelineRoutes.month),
    Route(.get, "/d/{day}", .session, "The notes of a day", TimelineRoutes.day),
    Route(.get, "/search", .session, "The newest notes that match", SearchRoutes.search),
    Route(.get, "/n/{id}", .session, "A note", NoteRoutes.note),
    Route(.get, "/n/{id}/raw", .session, "The file of a note", NoteRoutes.raw),
    Route(.get, "/n/{id}/edit", .session, "A form that changes a note", EditRoutes.edit),
    Route(.post, "/n/{id}/edit", .form, "Changes a note", EditRoutes.save),
    Route(.post, "/n/{id}/pin", .form, "Pins a note", ActionRoutes.pin),
    Route(.post, "/n/{id}/unpin", .form, "Unpins a note", ActionRoutes.unpin),
    Route(.post, "/n/{id}/fav", .form, "Makes a note a favourite", ActionRoutes.favorite),
    Route(.post, "/n/{id}/unfav", .form, "Removes the mark", ActionRoutes.unfavorite),
    Route(.post, "/n/{id}/publish", .form, "Makes a note public", ActionRoutes.publish),
    Route(
      .post, "/n/{id}/anonymous", .form, "Makes a note public without names",
      ActionRoutes.publishAnonymously),
    Route(.post, "/n/{id}/unpublish", .form, "Makes a note private", ActionRoutes.unpublish),
    Route(.post, "/n/{id}/share/{circle}", .form, "Shows a note to a circle", NoteSharing.share),
    Route(
      .post, "/n/{id}/unshare/{circle}", .form, "Shows a note to a circle no more",
      NoteSharing.unshare),
    Route(.post, "/n/{id}/task", .form, "Ticks a task, or unticks it", ActionRoutes.task),
    Route(.post, "/n/{id}/trash", .form, "Moves a note to the trash", ActionRoutes.trash),
    Route(
      .get, "/places/find", .session, "What the text of a place means", PlaceSearchRoutes.find),
    Route(.get, "/new", .session, "A form for a new note", EditRoutes.new),
    Route(.post, "/new", .form, "Writes a new note", EditRoutes.create),
    Route(
      .get, "/drafts", .session, "The drafts, and what waits in the browser", DraftRoutes.drafts),
    Route(.post, "/drafts", .form, "Stores the text of a form as a draft", DraftRoutes.keep),
    Route(.post, "/drafts/{number}/discard", .form, "Discards a draft", DraftRoutes.discard),
    Route(
      .get, "/offline", .session, "What is shown without the server", DraftRoutes.offline),
    Route(.get, "/sw.js", .open, "The service worker", OfflineRoutes.worker),
    Route(
      .get, "/manifest.webmanifest", .session, "The web app manifest", OfflineRoutes.manifest),
    Route(.get, "/share-target", .session, "A form for what is shared", OfflineRoutes.share),
    Route(.get, "/import", .session, "A form for photos to import", ImportRoutes.form),
    Route(.post, "/import", .form, "Takes photos to import", ImportRoutes.send),
    Route(
      .get, "/import/{id}", .session, "What an import of photos would add", ImportRoutes.plan),
    Route(.post, "/import/{id}", .form, "Imports the photos", ImportRoutes.carryOut),
    Route(.post, "/import/{id}/stop", .form, "Stops the import", ImportRoutes.stop),
    Route(
      .post, "/import/{id}/discard", .form, "Throws the photos away again", ImportRoutes.discard),
    Route(.get, PagePath.me, .session, "All other rooms", MeRoutes.me),
    Route(.get, "/photos", .session, "The photos", PhotoRoutes.photos),
    Route(.get, "/calendar", .session, "The notes of each day of a year", CalendarRoutes.newest),
    // Before the years, whose pattern it has too.
    Route(
      .get, "/calendar/{token}.ics", .open, "The calendar of a feed, to subscribe to",
      FeedRoutes.calendar),
    Route(
      .get, "/calendar/{year}", .session, "The notes of each day of another year",
      CalendarRoutes.year),
    Route(
      .get, "/calendar/photo/{day}", .session, "A photo of a day", PictureRoutes.pictureOfDay),
    Route(.get, "/today", .session, "What the day brings", TodayRoutes.today),
    Route(
      .post, "/today/{id}/dismiss", .form, "Hides a memory for the day", TodayRoutes.dismiss),
    Route(.get, "/people", .session, "The persons", PeopleRoutes.people),
    Route(.post, "/people", .form, "Makes the page of a person", PeopleRoutes.add),
    Route(.get, "/people/{slug}", .session, "A person", PeopleRoutes.person),
    Route(.get, "/people/{slug}/edit", .session, "The form for a person", PersonEditRoutes.edit),
    Route(
      .post, "/people/{slug}/edit", .form, "Changes the page of a person", PersonEditRoutes.save),
    Route(.get, "/milestones", .session, "The milestones of a person", MilestoneRoutes.milestones),
    Route(.get, "/stats", .session, "Statistics of the notes", StatisticsRoutes.statistics),
    Route(.get, "/tags", .session, "The tags", TagRoutes.tags),
    Route(.post, "/tags/rename", .form, "Renames a tag in all notes", TagRoutes.rename),
    Route(.get, "/order", .session, "The order of the notes by hand", OrderRoutes.list),
    Route(.post, "/order", .form, "Puts a note at a place of the order", OrderRoutes.place),
    Route(.get, "/settings", .session, "Settings", SettingsRoutes.settings),
    Route(
      .post, "/settings/device/{line}", .form, "Changes how this browser shows the page",
      SettingsRoutes.saveDevice),
    Route(
      .post, "/settings/vault/{key}", .form, "Changes a setting of the vault",
      SettingsRoutes.saveVault),
    Route(.get, "/trash", .session, "What is in the trash", TrashRoutes.trash),
    Route(
      .get, "/trash/{number}/picture", .session, "A picture of what was removed",
      TrashRoutes.picture),
    Route(.post, "/trash/empty", .form, "Removes for good what is in the trash", TrashRoutes.empty),
    Route(
      .post, "/trash/{number}/restore", .form, "Restores it from the trash", ActionRoutes.restore),
    Route(.get, "/p/{…path}", .session, "A photo", ViewerRoutes.photo),
    Route(
      .get, "/i/{edge}/{version}/{…path}", .session, "A smaller copy of a picture",
      PictureRoutes.picture),
    Route(.get, "/media/{…path}", .session, "A media file", MediaRoutes.media),
    Route(.get, "/n/{id}/history", .session, "The versions of a note", HistoryRoutes.history),
    Route(.post, "/n/{id}/restore", .form, "Brings a version back", HistoryRoutes.restore),
    Route(.get, "/status", .session, "The state of the vault, and syncs", StatusRoutes.status),
    Route(.post, "/status/sync", .form, "Starts a sync", StatusRoutes.sync),
    Route(.post, "/status/undo", .form, "Asks about an undo of the last sync", StatusRoutes.undo),
    Route(.post, "/status/backup", .form, "A backup, to download", BackupRoutes.download),
    Route(.post, "/status/answer", .form, "Goes on with answers", StatusRoutes.answer),
    Route(
      .post, "/status/notesync/{work}", .form, "Starts a sync with the notesync server",
      StatusRoutes.notesync),
    Route(
      .get, "/status/restore/{count}", .session, "What the notesync server can bring back",
      StatusRoutes.restorePlan),
    Route(
      .post, "/status/restore/{count}", .form, "Brings it back from the notesync server",
      StatusRoutes.restore),
    Route(
      .get, "/conflicts", .session, "Notes that have two versions", ConflictRoutes.conflicts),
    Route(
      .get, "/conflicts/edit/{…path}", .session, "Both versions in a form", ConflictRoutes.edit),
    Route(.post, "/conflicts/edit/{…path}", .form, "Ends a conflict by it", ConflictRoutes.save),
    Route(
      .post, "/conflicts/{choice}/{…path}", .form, "Ends a conflict", ConflictRoutes.resolve),
    Route(.get, "/doctor", .session, "What a check of the vault finds", DoctorRoutes.doctor),
    Route(.post, "/doctor/{kind}", .form, "Makes the repairs of one kind", DoctorRoutes.repair),
    Route(.get, ChangeRoutes.path, .session, "What was changed here", ChangeRoutes.list),
    Route(.post, "/changes/{number}/undo", .form, "Takes a change back", ChangeRoutes.undo),
    Route(.post, "/changes/{number}/redo", .form, "Makes it again", ChangeRoutes.redo),
    Route(.get, "/help/keys", .session, "The keys", HelpRoutes.keys),
    Route(.get, "/login", .open, "Signs in with a code, or asks for it", SignIn.enter),
    Route(
      .post, "/login", .open, "Signs in with a name and a password, or a code",
      SignIn.enterByForm),
    Route(.post, "/logout", .form, "Signs out", SignIn.leave),
    Route(
      .get, "/settings/devices", .session, "The browsers that are signed in", DeviceRoutes.devices),
    Route(
      .post, "/settings/devices/end-others", .form, "Signs all other browsers out",
      DeviceRoutes.endOthers),
    Route(
      .post, "/settings/devices/{name}/end", .form, "Signs a browser out", DeviceRoutes.end),
    Route(
      .get, "/events", .session, "Changes of the vault, as server-sent events", EventRoutes.events),
    Route(.get, "/feed/{token}.atom", .open, "The feed of a filter", FeedRoutes.feed),
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
  var isAboutSession: Bool {
    ["/login", "/logout", "/settings/device/{line}"].contains(pattern.description)
      || pattern.description.hasPrefix("/settings/devices")
  }
}
