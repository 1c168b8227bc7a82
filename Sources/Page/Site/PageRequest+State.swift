internal import HTTPTypes
internal import Journal
internal import Media
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// What the site keeps of the vault, as of a request.
extension PageRequest {
  /// The persons; read again when the vault changes, and every day: a page can be sealed.
  var register: PersonRegister {
    site.registers.value(of: snapshot, on: now.day) {
      PersonRegister(source.persons(of: snapshot.index), JournalSettings(vault.configuration))
    }
  }

  /// How many notes there are, everywhere: those that the timeline shows.
  var noteCount: Int { timeline.withoutPages.index.count }

  /// What notes tell of persons, milestones and days; reads all notes when it is first asked for.
  func journal() async throws -> (index: JournalIndex, state: String) {
    try await site.journals.index(of: snapshot, vault, register, today: now.day)
  }

  /// What circles see.
  var circleViews: CircleViews {
    get async throws { try await site.circleViews(of: snapshot, source) }
  }

  /// The categories of the settings and of the notes, as of the request.
  func categories() async throws -> CategoryBook {
    try await site.scans.run {
      // A network disk reports no changes.
      guard snapshot.state == .watched else { return try readCategories() }
      return try site.categoryBooks.value(of: snapshot, on: now.day) { try readCategories() }
    }
  }

  /// The same, read anew and with sealed notes: for a change, which concerns them too.
  func presentCategories() async throws -> CategoryBook {
    try await site.scans.run { try readCategories(withSealed: true) }
  }

  private func readCategories(withSealed: Bool = false) throws -> CategoryBook {
    try CategoryBook(JournalSettings(vault.configuration).categories, in: vault.folder) {
      try source.scanner(withSealed: withSealed).scan($0, keepsText: false)
    }
  }

  /// The places of the notes; reads all notes when it is first asked for.
  func placeBook() async throws -> PlaceBook {
    let journal = try await journal().index
    return try await site.scans.run {
      PlaceBook(journal.notes.lazy.map { ($0.location, $0.date.day) })
    }
  }

  /// The colour of the page, and the symbol beside places.
  var pin: PinSettings { PinSettings(vault.configuration.others["pin"]) }

  /// Whether the vault leaves it to the page how long ago trackers say.
  var saysAgoInWords: Bool {
    guard case .mapping(let since, _) = vault.configuration.others["since"]?.content else {
      return true
    }
    return !since.contains { $0.key.text == "display" }
  }

  /// Whether forms and the map offer to ask the device where it is.
  var asksForLocation: Bool { JournalSettings.asksForLocation(vault.configuration) }

  /// - Parameter instant: in seconds since 1970.
  func ago(_ instant: Int64) -> String {
    DateWords.ago(NoteTime(instant: instant, zone: zone), now: now)
  }

  /// Whether the last sync with git failed, wherever it was started.
  var hasFailedSync: Bool {
    site.settings.maintenance != nil && SyncJobs.last(in: vault.folder).hasFailed
  }

  /// The trackers as they are now.
  func trackers() async throws -> TrackerList {
    try await site.scans.run { [site, source] in
      try site.trackerCache.trackers(of: site.live.snapshot, source)
    }
  }

  /// How many trackers are due, for the head of every page.
  var dueCount: Int { site.trackerCache.dueCount(of: snapshot, source) }

  /// The tracker that the address names, among all.
  func tracker() async throws -> (status: TrackerStatus, list: TrackerList) {
    let list = try await trackers()
    return (try parameter(or: .noSuchTracker, list.status), list)
  }

  /// Where forms about a tracker lead, whatever it is called by then.
  func action(_ what: String, on tracker: Tracker) -> String {
    addresses.address("/since/\(NoteAddress.segment(of: tracker.id))/\(what)")
  }

  // MARK: - Answers

  /// What a tag stands for; 304, and nothing is made, if the client has it.
  func answer(_ tag: PageTag, _ make: () async throws -> Reply) async rethrows -> Reply {
    try await request.answer(tag.text, .checked, .varying(by: "Cookie"), make: make)
  }

  /// The same of a page that is often asked for, and kept here for a while.
  func page(_ tag: PageTag, _ make: () async throws -> Reply) async rethrows -> Reply {
    try await answer(tag) { try await site.pages.page(tag, make) }
  }

  /// The facts of all notes, and the tag of what shows nothing else.
  func taggedJournal() async throws -> (index: JournalIndex, tag: PageTag) {
    let (index, state) = try await journal()
    return (index, PageTag(self, further: [state]))
  }

  // MARK: - Pictures

  /// The first picture of each of these notes that has one.
  ///
  /// - Parameter timeline: that has them; nil for that of all notes.
  func covers(
    of notes: [VaultIndex.Position], in timeline: TimelineIndex? = nil
  ) -> [NoteID: MediaItem] {
    PhotoOrder(
      index: timeline ?? self.timeline, cardLoader: cardLoader, site: addresses, among: notes[...]
    ).covers
  }

  /// Notes as rows with a picture.
  func rows(of notes: [VaultIndex.Position], in timeline: TimelineIndex) -> [TemplateView] {
    let (index, covers) = (timeline.index, covers(of: notes, in: timeline))
    return notes.map { note in
      let id = index.id(note)
      var view: TemplateView = [
        "anchor": .text("o-\(NoteAddress.segment(of: id))"), "id": .text(id.text),
        "href": .text(addresses.note(id)), "title": .text(index.title(note)),
        "day": .text(DateWords.shortDay(index[note].date.day)),
      ]
      view.setPicture(covers[id], on: addresses)
      return view
    }
  }

  /// The first files of a note, among those that are wanted, that can be shown as pictures; some are tried.
  func pictures(
    of note: VaultPath, limit: Int, where isWanted: (MediaFile) -> Bool = { $0.kind == .photo }
  ) -> [MediaItem] {
    let files = MediaFolder(of: note).flatMap { try? vault.folder.media(in: $0).files } ?? []
    var found: [MediaItem] = []
    for file in files.filter(isWanted).prefix(8) where found.count < limit {
      guard let item = MediaItem(at: file.path, in: vault.folder), item.isPicture(on: addresses)
      else { continue }
      found.append(item)
    }
    return found
  }

  /// The first photo of a note.
  func photo(of note: VaultPath) -> MediaItem? { pictures(of: note, limit: 1).first }

  /// The photo that shows a place best, of the notes written there: rather of the newest that name nobody.
  func scene(among notes: some Sequence<NoteFacts>) -> MediaItem? {
    func rank(_ note: NoteFacts) -> (Int, Int64) {
      (-note.people.count.signum(), note.date.seconds)
    }
    return notes.filter { $0.photoCount > 0 }.sorted { rank($0) > rank($1) }.prefix(6)
      .flatMap { pictures(of: $0.path, limit: 4) }
      .max { addresses.outlook(of: $0) < addresses.outlook(of: $1) }
  }

  /// A small copy of a file that may be shown; an empty picture where none can be made.
  ///
  /// - Parameters:
  ///   - use: told apart by the tags of answers.
  ///   - folder: that has it; nil for the vault's.
  func smallPicture(
    _ path: VaultPath, _ status: FileStatus, for use: String, in folder: VaultFolder? = nil
  ) async throws -> Reply {
    guard let library = site.pictures else { return .noPicture }
    let tag = "\"\(FileVersion(status).text)-\(use)\""
    do {
      return try await request.answer(tag, .checked, .file) {
        let variant = try await library.variant(
          .small, of: path, status, in: folder ?? vault.folder)
        return Reply(.ok, "image/webp", body: .bytes(variant.bytes))
      }
    } catch is VariantFailure {
      return .noPicture
    }
  }
}

extension PageSite {
  /// The same for a page that tells of an error, which may have no request.
  func dueCount(_ snapshot: LiveSnapshot) -> Int {
    (try? openSource()).map { trackerCache.dueCount(of: snapshot, $0) } ?? 0
  }
}

extension PageProblem {
  static let noSuchTracker = PageProblem(
    .notFound, "Not found",
    "There is no such tracker: it may have been renamed or removed, or several are called so.",
    next: Next(path: "/since", label: "Go to the trackers"))
}

// MARK: - Tags

extension PageTag {
  /// - Parameter further: what other pages do not depend on.
  init(_ incoming: PageRequest, shown: [CardCache.Stamp] = [], further: [String] = []) {
    let pin = incoming.pin
    let parts = [
      pin.color?.hex ?? "", pin.icon?.text ?? "",
      "\(incoming.asksForLocation)", incoming.site.assets.version,
      incoming.site.version(of: incoming.snapshot),
      incoming.site.origin(of: incoming.request).text, incoming.request.path,
      incoming.request.queryText, incoming.session?.formToken ?? "",
      incoming.now.day.description, incoming.snapshot.state.problem ?? "",
      incoming.site.syncs.tag, DeviceSettings(incoming.request).text,
      "\(incoming.dueCount)", "\(incoming.hasFailedSync)",
    ]
    self.init(shown: shown, others: parts + further)
  }

  /// - Parameter files: the notes that are shown, which are looked at now.
  init(_ incoming: PageRequest, files: [VaultPath], further: [String] = []) {
    let stamps = CardCache.stamps(of: files, in: incoming.vault.folder)
    self.init(incoming, shown: stamps.compactMap(\.self), further: further)
  }
}

// MARK: - The repository

extension MaintenanceVault {
  init(_ incoming: PageRequest) throws {
    guard let maintenance = incoming.site.settings.maintenance else { throw PageProblem.noSuchPage }
    self.init(source: incoming.source, maintenance: maintenance)
  }

  /// Whether there is a repository to look at.
  static func hasHistory(_ incoming: PageRequest) -> Bool {
    (try? MaintenanceVault(incoming).reading()) != nil
  }
}

extension Reply {
  /// A picture on which there is nothing, since a browser marks one that is missing.
  static var noPicture: Reply {
    Reply(
      .ok, "image/svg+xml", body: .bytes(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))
    ).with(.checked)
  }
}
