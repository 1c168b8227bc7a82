internal import Journal
internal import Operations
internal import Rendering
internal import Sharing
package import SystemCalls
internal import VaultFormat
package import VaultIndex
internal import VaultStore
internal import WebServer

/// A vault in the browser.
package final class PageSite: Sendable {
  let settings: PageSettings
  let addresses: SiteAddress
  let origin: SiteOrigin
  let live: LiveIndex
  let links: LinkMap
  let sessions: SessionStore
  let codes: InvitationCodes
  let scripts: TokenStore
  let feeds: TokenStore
  let stage: UploadStage
  /// Those who read as members of circles.
  let members: MemberStore
  let commentRate = CommentRate()
  let cleanCopies: CleanCopies
  let templates: TemplateLibrary
  let assets: AssetLibrary
  let cards = CardCache()
  let files: FileFinder
  let pages = PageCache<PageTag, Reply>(limit: 32)
  let memberPages = MemberPages()
  /// Nil without tl-media.
  let pictures: PictureLibrary?
  let filtered = FilteredTimelines()
  let registers = Latest<PersonRegister>()
  let journals: JournalIndexes
  let operations: Operations
  let syncs = SyncJobs()
  let importQueue = ImportQueue()
  let conflicts = Latest<Int>()
  let repairs = RepairLog()
  let trackerCache = TrackerCache()
  let categoryBooks = Latest<CategoryBook>()
  /// Of the books of the shelf, in its order.
  let bookCovers = Latest<[(cover: SharedMedium?, facts: String)?]>()
  let bookIdeas = Latest<[TemplateView]>()
  /// The folder for files that are being uploaded.
  let uploads: String
  /// The folder for files that wait for their import.
  let imports: String
  /// Writes one after the other; each waits for the vault's lock.
  let writes = WorkQueue("page-writes")
  /// Copies of files that come into the vault, before a write.
  let copies = WorkQueue("page-copies")
  /// Reads of many notes, one after the other, so that each has all processors.
  let scans = WorkQueue("page-scans")
  /// Reads of what circles see, which do not wait for those of the owner.
  let circleReads = WorkQueue("page-circles")
  /// Questions to another server, which may not answer for minutes.
  let inquiries = WorkQueue("page-inquiries")
  let backups = WorkQueue("page-backups")
  /// Reads of books, and of the photos of their notes.
  let bookWork = WorkQueue("page-books")
  let madeFeeds = MadeFeeds()
  /// Whether the folder was a vault at the start.
  let wasInitialized: Bool
  /// Tells the generations of this run from those of others.
  private let run = String(UInt64.random(in: .min ... .max), radix: 36)
  let log: @Sendable (String) -> Void
  private let timelines = Latest<TimelineIndex>()
  private let circles = Latest<CircleViews>()
  private let comments = Latest<DatedComments>()
  private let shelves = Latest<BookShelf>()
  /// The notes with media of this day in earlier years.
  let pastNotes = Latest<[VaultIndex.Position]>()
  let knownMedia = KnownMedia()

  private struct DatedComments {
    let book: CommentBook
    /// Of the state that it was made of.
    let generation: UInt64
    let day: CalendarDay
  }

  /// Why a page cannot start.
  package enum Problem: Error, Sendable {
    case origin(String)
    case index(LiveIndexError)
    case system(SystemError)
    case templates(String)
  }

  /// Reads the vault, and follows it until `stop`.
  ///
  /// - Parameter log: gets one line at a time, and never note text or a code.
  package init(
    _ settings: PageSettings, log: @escaping @Sendable (String) -> Void
  ) throws(Problem) {
    guard let origin = SiteOrigin(settings.origin) else { throw .origin(settings.origin) }
    (self.settings, self.origin, self.log) = (settings, origin, log)
    files = FileFinder(settings.source)
    assets = AssetLibrary(settings.prefix)
    do throws(SystemError) {
      try SystemPath.makeFolders(settings.stateFolder, permissions: 0o700)
      uploads = settings.stateFolder + "/uploads"
      try SystemPath.makeFolders(uploads, permissions: 0o700)
      // Of a server that was killed.
      for name in try SystemPath.names(in: uploads) { try SystemPath.remove("\(uploads)/\(name)") }
      imports = settings.stateFolder + "/imports"
      try SystemPath.makeFolders(imports, permissions: 0o700)
      _ = try PendingImport.all(in: imports, now: settings.surroundings.now())
      sessions = try SessionStore(in: settings.stateFolder, now: settings.surroundings.now)
      codes = try InvitationCodes(in: settings.stateFolder, now: settings.surroundings.now)
      operations = try Operations(in: settings.stateFolder, now: settings.surroundings.now)
      scripts = try TokenStore(.scripts, in: settings.stateFolder)
      feeds = try TokenStore(.feeds, in: settings.stateFolder)
      stage = try UploadStage(in: settings.stateFolder, now: settings.surroundings.now)
      members = MemberStore(in: settings.stateFolder, now: settings.surroundings.now)
      cleanCopies = CleanCopies(in: settings.stateFolder)
    } catch {
      throw .system(error)
    }
    wasInitialized = (try? settings.source.open().isInitialized) ?? false
    pictures = Self.pictures(settings)
    addresses = SiteAddress(
      prefix: settings.prefix, hasVariants: pictures != nil, looks: pictures?.looks)
    (live, templates) = try Self.read(settings.source)
    links = LinkMap(live)
    journals = JournalIndexes(live, zone: settings.source.zone, threads: settings.source.threads)
  }

  /// Reads the vault, and the templates at the same time, which take a tenth as long as 100,000 notes.
  private static func read(
    _ source: LiveSource
  ) throws(Problem) -> (live: LiveIndex, templates: TemplateLibrary) {
    let live: LiveIndex
    let templates: Result<TemplateLibrary, TemplateLibrary.Problem>
    do throws(LiveIndexError) {
      (live, templates) = try ThreadTeam.run(aside: { Self.templates }) {
        () throws(LiveIndexError) in try LiveIndex(source)
      }
    } catch {
      throw .index(error)
    }
    do {
      return (live, try templates.get())
    } catch {
      live.stop()
      throw .templates("\(error)")
    }
  }

  /// One library for all sites of a process: a template does not change.
  private static let templates = Result<TemplateLibrary, TemplateLibrary.Problem> {
    () throws(TemplateLibrary.Problem) in try TemplateLibrary(PageFiles.templates)
  }

  /// A vault that is only read gets no cache: the copies are kept outside of it.
  private static func pictures(_ settings: PageSettings) -> PictureLibrary? {
    guard let program = settings.mediaProgram else { return nil }
    let folder =
      settings.isReadOnly
      ? try? VaultFolder(opening: settings.stateFolder) : try? settings.source.open().folder
    return folder.flatMap { try? PictureLibrary(program, cacheIn: $0) }
  }

  package func stop() {
    syncs.stop()
    importQueue.stop()
    live.stop()
    pictures?.stop()
  }

  /// An address that lets a browser in, once, within five minutes.
  package func invitation() throws(SystemError) -> String {
    "\(address)/login?code=\(try codes.make())"
  }

  /// The origin and the prefix, without a slash at the end.
  package var address: String { origin.text + settings.prefix }

  /// The notes as of now.
  ///
  /// - Throws: `PageProblem.isAway` if the folder is gone, or empty as the place of a disk that is not there: a program
  ///   must not take it for a vault without notes.
  func openSource() throws -> NoteSource {
    var vault: Vault?
    do throws(StoreError) {
      vault = try settings.source.open()
    } catch {
      guard error.system?.isMissing == true else { throw error }
    }
    guard let vault, vault.isInitialized || !wasInitialized else { throw PageProblem.isAway }
    return NoteSource(
      vault, settings.surroundings, zone: settings.source.zone, threads: settings.source.threads)
  }

  /// A text that no other state of the vault has, in this run or another.
  func version(of snapshot: LiveSnapshot) -> String { "\(run)-\(snapshot.generation)" }

  func timeline(of snapshot: LiveSnapshot) -> TimelineIndex {
    timelines.value(of: snapshot) { TimelineIndex(snapshot.index) }
  }

  /// What circles see; reads their pages and those of persons when it is first asked for.
  func circleViews(of snapshot: LiveSnapshot, _ source: NoteSource) async throws -> CircleViews {
    if let known = circles.known(of: snapshot, on: source.now.day) { return known }
    return try await circleReads.run { [self] in
      circles.value(of: snapshot, on: source.now.day) { former in
        CircleViews(source, snapshot, commentBook(of: snapshot, source), knownMedia, after: former)
      }
    }
  }

  /// Reads the comments when it is first asked for, so in `circleReads`.
  func commentBook(of snapshot: LiveSnapshot, _ source: NoteSource) -> CommentBook {
    let today = source.now.day
    return comments.value(of: snapshot, on: today) { (former: DatedComments?) in
      let changed = former.flatMap {
        $0.day == today ? snapshot.paths(changedSince: $0.generation) : nil
      }
      return DatedComments(
        book: source.comments(of: snapshot.index, after: former?.book ?? .empty, changed: changed),
        generation: snapshot.generation, day: today)
    }.book
  }

  /// Reads the books when it is first asked for.
  func shelf(of snapshot: LiveSnapshot, _ source: NoteSource) -> BookShelf {
    shelves.value(of: snapshot, on: source.now.day) { source.books(of: snapshot.index) }
  }

  var conflictCount: Int {
    let snapshot = live.snapshot
    return conflicts.value(of: snapshot) {
      ConflictCopyFile.count(in: snapshot.index) { try settings.source.open() }
    }
  }

  /// The origin by which a browser asks: the page's own, or at home a private address.
  ///
  /// No other site can make a browser send an address in `Host` that is not where the request goes.
  func origin(of request: WebRequest) -> SiteOrigin {
    guard settings.isHome else { return origin }
    return origin.atHomeAddress(request.host) ?? origin
  }

  // MARK: - Sessions

  private var cookieName: String { origin.isSecure ? "__Host-tl" : "tl" }

  /// The request's session, if its account still is what it was.
  func session(of request: WebRequest) -> BrowserSession? {
    request.cookie(cookieName).flatMap { sessions.session(of: $0) }.flatMap(current)
  }

  /// Whether a browser that was let in before is not any more, and did not leave by itself.
  func hasEndedSession(_ request: WebRequest) -> Bool {
    request.cookie(cookieName) != nil && session(of: request) == nil
  }

  /// The session of a request that is answered, and the value that replaces its cookie.
  func used(
    _ session: BrowserSession, by request: WebRequest
  ) -> (session: BrowserSession, replacement: String?) {
    guard let value = request.cookie(cookieName) else { return (session, nil) }
    return sessions.use(session, by: value)
  }

  /// Ends a session whose account was removed or has another password.
  private func current(_ session: BrowserSession) -> BrowserSession? {
    if isOpen(session) { return session }
    try? sessions.end { $0.formToken == session.formToken }
    return nil
  }

  /// Whether a session that was found before still lets its browser in.
  func isOpen(_ session: BrowserSession) -> Bool {
    guard sessions.has(session) else { return false }
    return session.passwordStamp == nil || settings.accounts?.account(of: session) != nil
  }

  func cookie(_ value: String, lifetime: Int64) -> String {
    cookie(cookieName, value, lifetime: lifetime)
  }

  /// - Parameter lifetime: in seconds; 0 removes the cookie.
  func cookie(_ name: String, _ value: String, path: String = "/", lifetime: Int64) -> String {
    "\(name)=\(value); Path=\(path); Max-Age=\(lifetime); HttpOnly; SameSite=Lax"
      + (origin.isSecure ? "; Secure" : "")
  }
}

extension LiveState {
  /// What a reader has to know; nil if changes are seen at once.
  var problem: String? {
    switch self {
    case .watched: nil
    case .polled(.watchLimit):
      "Changes by other programs are seen after some minutes: the system has no more watches."
    case .polled: "Changes by other programs are seen after some minutes."
    case .lost: "The vault cannot be opened any more; this is how it was."
    }
  }
}
