/// All addresses of the page.
enum RouteTable {
  static let routes: [Route] =
    pages + NoteComments.routes + BookRoutes.routes + CircleRoutes.routes + PlaceRoutes.routes
    + CategoryRoutes.routes + TrackerListRoutes.routes + APIRouteTable.routes

  private static let pages: [Route] = [
    .page("/", "The timeline", TimelineRoutes.timeline),
    .page("/y/{year}", "The notes of a year", TimelineRoutes.year),
    .page("/m/{month}", "The notes of a month", TimelineRoutes.month),
    .page("/d/{day}", "The notes of a day", TimelineRoutes.day),
    .page("/search", "The newest notes that match", SearchRoutes.search),
    .page("/n/{id}", "A note", NoteRoutes.note),
    .page("/n/{id}/raw", "The file of a note", NoteRoutes.raw),
    .page("/n/{id}/edit", "A form that changes a note", EditRoutes.edit),
    .form("/n/{id}/edit", "Changes a note", EditRoutes.save),
    .form("/n/{id}/pin", "Pins a note", ActionRoutes.pin),
    .form("/n/{id}/unpin", "Unpins a note", ActionRoutes.unpin),
    .form("/n/{id}/fav", "Makes a note a favourite", ActionRoutes.favorite),
    .form("/n/{id}/unfav", "Removes the mark", ActionRoutes.unfavorite),
    .form("/n/{id}/publish", "Makes a note public", ActionRoutes.publish),
    .form(
      "/n/{id}/anonymous", "Makes a note public without names", ActionRoutes.publishAnonymously),
    .form("/n/{id}/unpublish", "Makes a note private", ActionRoutes.unpublish),
    .form("/n/{id}/share/{circle}", "Shows a note to a circle", NoteSharing.share),
    .form("/n/{id}/unshare/{circle}", "Shows a note to a circle no more", NoteSharing.unshare),
    .form("/n/{id}/task", "Ticks a task, or unticks it", ActionRoutes.task),
    .form("/n/{id}/trash", "Moves a note to the trash", ActionRoutes.trash),
    .page("/places/find", "What the text of a place means", PlaceSearchRoutes.find),
    .page("/new", "A form for a new note", EditRoutes.new),
    .form("/new", "Writes a new note", EditRoutes.create),
    .page("/drafts", "The drafts, and what waits in the browser", DraftRoutes.drafts),
    .form("/drafts", "Stores the text of a form as a draft", DraftRoutes.keep),
    .form("/drafts/{number}/discard", "Discards a draft", DraftRoutes.discard),
    .page("/offline", "What is shown without the server", DraftRoutes.offline),
    Route(.get, "/sw.js", .open, "The service worker", OfflineRoutes.worker),
    .page("/manifest.webmanifest", "The web app manifest", OfflineRoutes.manifest),
    .page("/share-target", "A form for what is shared", OfflineRoutes.share),
    .page("/import", "A form for photos to import", ImportRoutes.form),
    .form("/import", "Takes photos to import", ImportRoutes.send),
    .page("/import/{id}", "What an import of photos would add", ImportRoutes.plan),
    .form("/import/{id}", "Imports the photos", ImportRoutes.carryOut),
    .page("/import/{id}/{…path}", "A photo to import, small", ImportRoutes.picture),
    .form("/import/{id}/stop", "Stops the import", ImportRoutes.stop),
    .form("/import/{id}/discard", "Throws the photos away again", ImportRoutes.discard),
    .page(PagePath.me, "All other rooms", MeRoutes.me),
    .page("/photos", "The photos", PhotoRoutes.photos),
    .page("/calendar", "The notes of each day of a year", CalendarRoutes.newest),
    // Before the years, whose pattern it has too.
    Route(
      .get, "/calendar/{token}.ics", .open, "The calendar of a feed, to subscribe to",
      FeedRoutes.calendar),
    .page("/calendar/{year}", "The notes of each day of another year", CalendarRoutes.year),
    .page("/calendar/photo/{day}", "A photo of a day", PictureRoutes.pictureOfDay),
    .page("/today", "What the day brings", TodayRoutes.today),
    .form("/today/{id}/dismiss", "Hides a memory for the day", TodayRoutes.dismiss),
    .page("/people", "The persons", PeopleRoutes.people),
    .form("/people", "Makes the page of a person", PeopleRoutes.add),
    .page("/people/{slug}", "A person", PeopleRoutes.person),
    .page("/people/{slug}/edit", "The form for a person", PersonEditRoutes.edit),
    .form("/people/{slug}/edit", "Changes the page of a person", PersonEditRoutes.save),
    .page("/milestones", "The milestones of a person", MilestoneRoutes.milestones),
    .page("/stats", "Statistics of the notes", StatisticsRoutes.statistics),
    .page("/tags", "The tags", TagRoutes.tags),
    .form("/tags/rename", "Renames a tag in all notes", TagRoutes.rename),
    .page("/order", "The order of the notes by hand", OrderRoutes.list),
    .form("/order", "Puts a note at a place of the order", OrderRoutes.place),
    .page("/settings", "Settings", SettingsRoutes.settings),
    .form(
      "/settings/device/{line}", "Changes how this browser shows the page",
      SettingsRoutes.saveDevice),
    .form("/settings/vault/{key}", "Changes a setting of the vault", SettingsRoutes.saveVault),
    .page("/trash", "What is in the trash", TrashRoutes.trash),
    .page("/trash/{number}/picture", "A picture of what was removed", TrashRoutes.picture),
    .form("/trash/empty", "Removes for good what is in the trash", TrashRoutes.empty),
    .form("/trash/{number}/restore", "Restores it from the trash", ActionRoutes.restore),
    .page("/p/{…path}", "A photo", ViewerRoutes.photo),
    .page("/i/{edge}/{version}/{…path}", "A smaller copy of a picture", PictureRoutes.picture),
    .page("/media/{…path}", "A media file", MediaRoutes.media),
    .page("/n/{id}/history", "The versions of a note", HistoryRoutes.history),
    .form("/n/{id}/restore", "Brings a version back", HistoryRoutes.restore),
    .page("/status", "The state of the vault, and syncs", StatusRoutes.status),
    .form("/status/sync", "Starts a sync", StatusRoutes.sync),
    .form("/status/undo", "Asks about an undo of the last sync", StatusRoutes.undo),
    .form("/status/backup", "A backup, to download", BackupRoutes.download),
    .form("/status/answer", "Goes on with answers", StatusRoutes.answer),
    .form(
      "/status/notesync/{work}", "Starts a sync with the notesync server", StatusRoutes.notesync),
    .page(
      "/status/restore/{count}", "What the notesync server can bring back",
      StatusRoutes.restorePlan),
    .form(
      "/status/restore/{count}", "Brings it back from the notesync server", StatusRoutes.restore),
    .page("/conflicts", "Notes that have two versions", ConflictRoutes.conflicts),
    .page("/conflicts/edit/{…path}", "Both versions in a form", ConflictRoutes.edit),
    .form("/conflicts/edit/{…path}", "Ends a conflict by it", ConflictRoutes.save),
    .form("/conflicts/{choice}/{…path}", "Ends a conflict", ConflictRoutes.resolve),
    .page("/doctor", "What a check of the vault finds", DoctorRoutes.doctor),
    .form("/doctor/{kind}", "Makes the repairs of one kind", DoctorRoutes.repair),
    .page(ChangeRoutes.path, "What was changed here", ChangeRoutes.list),
    .form("/changes/{number}/undo", "Takes a change back", ChangeRoutes.undo),
    .form("/changes/{number}/redo", "Makes it again", ChangeRoutes.redo),
    .page("/help/keys", "The keys", HelpRoutes.keys),
    Route(.get, "/login", .open, "Signs in with a code, or asks for it", SignIn.enter),
    Route(
      .post, "/login", .open, "Signs in with a name and a password, or a code", SignIn.enterByForm),
    .form("/logout", "Signs out", SignIn.leave),
    .page("/settings/devices", "The browsers that are signed in", DeviceRoutes.devices),
    .form("/settings/devices/add", "Shows a link for another browser", DeviceRoutes.add),
    .form("/settings/devices/end-others", "Signs all other browsers out", DeviceRoutes.endOthers),
    .form("/settings/devices/{name}/end", "Signs a browser out", DeviceRoutes.end),
    .page("/events", "Changes of the vault, as server-sent events", EventRoutes.events),
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
