/// All addresses of the page.
enum RouteTable {
  static let routes: [Route] = pages + APIRouteTable.routes

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
    .page("/events", "Changes of the vault, as server-sent events", ChangeEvents.events),
    Route(.get, "/feed/{token}.atom", .open, "The feed of a filter", FeedRoutes.feed),
    .form("/n/{id}/comment", "Comments on a note", NoteComments.add),
    .form("/n/{id}/react", "Gives a note a sign, or takes it back", NoteComments.react),
    // A page that says why a comment was not taken has this address too.
    .page("/n/{id}/comment", "Leads to the comments of a note", NoteComments.comments),
    .page("/n/{id}/react", "Leads to the comments of a note", NoteComments.comments),
    .page("/n/{id}/words", "The form for a comment", NoteComments.form),
    .form("/n/{id}/words", "Changes a comment", NoteComments.change),
    .page(PagePath.places, "To the places on the map", PlaceRoutes.places),
    .page(PagePath.map, "The places on a map", PlaceRoutes.map),
    .page("/categories", "The categories", CategoryRoutes.categories),
    .form("/categories", "Adds a category", CategoryRoutes.add),
    .form("/categories/defaults", "Adds six categories", CategoryRoutes.addDefaults),
    .form(
      "/categories/edit", "Changes a category, and its name in all notes", CategoryRoutes.change),
    .form("/categories/move", "Puts a category at another place", CategoryRoutes.move),
    .form(
      "/categories/remove", "Removes a category; its notes get another one", CategoryRoutes.remove),
    .page("/since", "The trackers", TrackerListRoutes.list),
    .form("/since", "Makes a tracker", TrackerListRoutes.create),
    .page("/since/{item}", "A tracker and its events", TrackerRoutes.tracker),
    .page("/since/{item}/events.csv", "The events of a tracker as CSV", TrackerRoutes.csv),
    .form("/since/{item}/log", "Logs an event", TrackerActions.log),
    .form("/since/{item}/stop", "Ends an event that runs", TrackerActions.stop),
    .form("/since/{item}/undo/{event}", "Takes an event back", TrackerActions.undo),
    .form("/since/{item}/event/{event}", "Changes an event", TrackerActions.changeEvent),
    .form("/since/{item}/remove/{event}", "Removes an event", TrackerActions.removeEvent),
    .form("/since/{item}/restore/{line}", "Brings an event back", TrackerActions.restore),
    .form("/since/{item}/pause", "Pauses a tracker", TrackerActions.pause),
    .form("/since/{item}/remind", "Sets its interval", TrackerActions.remind),
    .form("/since/{item}/values", "Sets its unit and its goal", TrackerActions.setValues),
    .form("/since/{item}/rename", "Renames a tracker", TrackerActions.rename),
    .form("/since/{item}/archive", "Archives a tracker", TrackerActions.archive),
    .form("/since/{item}/unarchive", "Brings it back from the archive", TrackerActions.unarchive),
    .page(PagePath.circles, "The circles, and who is in them") { try await CircleRoutes.page($0) },
    .form(PagePath.circles, "Makes a circle", CircleRoutes.make),
    .form("/circles/{circle}/invite", "Makes a link for a member", CircleRoutes.invite),
    // The page with the link has this address too.
    .page("/circles/{circle}/invite", "Leads to the circles") { $0.redirect(PagePath.circles) },
    .form("/circles/{circle}/revoke", "Lets a member out", CircleRoutes.revoke),
    .page("/circles/{circle}/as", "The notes as a circle sees them", CircleRoutes.preview),
    .page("/circles/{circle}/as/{…path}", "Another page as a circle sees it", CircleRoutes.preview),
    .page(PagePath.books, "The books", BookRoutes.books),
    .form(PagePath.books, "Makes a book", BookRoutes.make),
    .page("/books/{id}", "A book, note by note", BookRoom.book),
    .form("/books/{id}", "Moves a part of a book, or takes it out", BookChanges.place),
    .form("/books/{id}/note", "Changes what a book has of a note", BookChanges.note),
    .form("/books/{id}/add", "Puts a note into a book", BookChanges.add),
    .form(
      "/books/{id}/text", "Changes a heading or text of a book, or puts one in", BookChanges.text),
    .form("/books/{id}/details", "Changes title, cover and look of a book", BookChanges.details),
    .page("/books/{id}/preview", "The pages of a book", BookOutput.preview),
    .page("/books/{id}/pages", "The pages alone, in a frame", BookOutput.pages),
    .page("/books/{id}/book.css", "Their style sheet", BookOutput.sheet),
    .form("/books/{id}/epub", "A book as EPUB, to download", BookOutput.epub),
    .form("/books/{id}/html", "A book as HTML, to download", BookOutput.html),
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
