internal import HTTPTypes
internal import Rendering
internal import Synchronization
package import SystemCalls
internal import VaultFormat
package import VaultIndex
internal import VaultStore
package import WebServer

/// A vault in the browser.
package final class PageSite: Site {
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
  let templates: TemplateLibrary
  let assets: AssetLibrary
  let cards = CardCache()
  let files: FileFinder
  let pages = PageCache()
  let unchanged: UnchangedPages
  /// Nil without tl-media.
  let pictures: PictureLibrary?
  let filtered = FilteredTimelines()
  let registers = PersonRegisters()
  let journals: JournalIndexes
  let operations: Operations
  let syncs = SyncDesk()
  let importDesk = ImportDesk()
  let conflicts = ConflictCount()
  let repairs = RepairLog()
  let trackerShelf = TrackerShelf()
  let categoryShelf = CategoryShelf()
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
  /// Questions to another server, which may not answer for minutes.
  let inquiries = WorkQueue("page-inquiries")
  let madeFeeds = MadeFeeds()
  /// Whether the folder was a vault at the start.
  private let wasInitialized: Bool
  /// Tells the generations of this run from those of others.
  private let run = String(UInt64.random(in: .min ... .max), radix: 36)
  private let log: @Sendable (String) -> Void
  private let timelines = Mutex<(generation: UInt64, index: TimelineIndex)?>(nil)

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
    self.settings = settings
    self.origin = origin
    self.log = log
    files = FileFinder(settings.source)
    unchanged = UnchangedPages(try? FolderWatcher(), milliseconds: settings.source.milliseconds)
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
    } catch {
      throw .system(error)
    }
    wasInitialized = (try? settings.source.open().isInitialized) ?? false
    pictures = Self.pictures(settings)
    addresses = SiteAddress(prefix: settings.prefix, hasVariants: pictures != nil)
    (live, templates) = try Self.read(settings.source)
    links = LinkMap(live)
    journals = JournalIndexes(
      live, zone: settings.source.zone, threads: settings.source.threads)
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
    importDesk.stop()
    live.stop()
    pictures?.stop()
  }

  /// An address that lets a browser in, once, within five minutes.
  package func invitation() throws(SystemError) -> String {
    "\(address)/login?code=\(try codes.make())"
  }

  /// The origin and the prefix, without a slash at the end.
  package var address: String { origin.text + settings.prefix }

  /// A text that no other state of the vault has, in this run or another.
  func version(of snapshot: LiveSnapshot) -> String { "\(run)-\(snapshot.generation)" }

  func timeline(of snapshot: LiveSnapshot) -> TimelineIndex {
    timelines.withLock { known in
      if let known, known.generation == snapshot.generation { return known.index }
      let index = TimelineIndex(snapshot.index)
      known = (snapshot.generation, index)
      return index
    }
  }

  // MARK: - Answering

  package func reply(to request: WebRequest) async -> Reply {
    let path = localPath(of: request)
    let found = path.flatMap { RouteTable.route(request.method, $0) }
    var caller = Caller.nobody
    var reply: Reply
    do {
      caller = try self.caller(of: request, for: found?.route, at: path)
      reply = try await answer(request, at: path, found, caller)
    } catch {
      reply = errorReply(error, to: request, at: path, caller: caller, route: found?.route)
    }
    if let route = found?.route { reply.logName = route.pattern.description }
    reply.isTrusted = caller.isKnown
    return secured(reply).compressed(for: request)
  }

  private func errorReply(
    _ error: any Error, to request: WebRequest, at path: String?, caller: Caller, route: Route?
  ) -> Reply {
    let isAPI = path.map(APIProblem.answers) ?? false
    if let error = error as? HTTPErrorReply, !isAPI { return error.reply }
    let reply =
      isAPI
      ? APIProblem(error).reply
      : ProblemView(site: self).reply(PageProblem(error), to: request, session: caller.session)
    if reply.status.code >= 500 {
      log("\(request.method) \(route?.pattern.description ?? reply.logName): \(error)")
    }
    return reply
  }

  private func recorder(of route: Route) -> OperationRecorder? {
    guard route.method.isWrite else { return nil }
    let now = NoteTime(instant: settings.surroundings.now(), zone: settings.source.zone)
    return OperationRecorder(
      LoggedOperation.Head(
        time: now.rfc3339, face: .page, words: "on the page: \(route.summary.lowercased())"))
  }

  private func answer(
    _ request: WebRequest, at path: String?, _ found: RouteTable.Match?, _ caller: Caller
  ) async throws -> Reply {
    guard let path else { throw PageProblem.noSuchPage }
    try check(request, at: path, isWrite: request.method != "GET", caller)
    let encoding = request.headers[.contentEncoding] ?? "identity"
    guard encoding.lowercased() == "identity" else { throw PageProblem.isCompressed }
    // They do not need the vault, and a page that says that it is gone needs them.
    if let asset = assets.reply(at: request.path)
      ?? AccentSheet.reply(at: request.path, prefix: settings.prefix)
    {
      return asset
    }
    guard let found else { return try replyWithoutRoute(to: request, path) }
    let route = found.route
    if let refusal = try caller.refusal(at: route, of: self, request) { return refusal }
    let signedIn = caller.session.map { used($0, by: request) }
    if route.method.isWrite, settings.isReadOnly, !route.isAboutSession {
      throw PageProblem.isReadOnly
    }
    if let name = caller.name { request.accept(as: name) }
    var incoming = PageRequest(
      site: self, request: request, parameters: found.parameters, session: signedIn?.session,
      snapshot: live.snapshot, vault: try openVault(), recorder: recorder(of: route), form: nil)
    switch route.access {
    case .open, .session, .token, .api: break
    case .form:
      incoming.form = try await PageForm.read(request, filesIn: uploads)
      try FormToken.check(incoming)
    case .script:
      guard request.isByScript else { throw PageProblem.isStale }
    }
    var reply = try await incoming.handled(by: route)
    if let session = signedIn?.session {
      if DeviceSettings(request).keepsCopies {
        // What a service worker keeps is named by the account that saw it; without a name it keeps nothing.
        reply.set("Tl-Account", session.account)
      } else {
        reply.headers[.cacheControl] = "no-store"
      }
    }
    if let replacement = signedIn?.replacement {
      reply.headers[.setCookie] = cookie(replacement, lifetime: Session.lifetime)
    }
    return reply
  }

  /// - Throws: `PageProblem.isAway` if the folder is gone, or empty as the place of a disk that is not there: a program
  ///   must not take it for a vault without notes.
  private func openVault() throws -> Vault {
    var vault: Vault?
    do throws(StoreError) {
      vault = try settings.source.open()
    } catch {
      guard error.system?.isMissing == true else { throw error }
    }
    guard let vault, vault.isInitialized || !wasInitialized else { throw PageProblem.isAway }
    return vault
  }

  private func replyWithoutRoute(to request: WebRequest, _ path: String) throws -> Reply {
    let methods = RouteTable.methods(of: path)
    guard !methods.isEmpty else { throw PageProblem.noSuchPage }
    let problem = PageProblem(
      .methodNotAllowed, "Not possible", "This address does not take such a request.")
    var reply =
      APIProblem.answers(path)
      ? APIProblem(problem).reply
      : ProblemView(site: self).reply(problem, to: request, session: nil)
    reply.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    return reply
  }

  /// The path without the site's prefix; nil for a path outside of it.
  private func localPath(of request: WebRequest) -> String? {
    guard request.path.hasPrefix(settings.prefix) else { return nil }
    let path = String(request.path.dropFirst(settings.prefix.count))
    return path.isEmpty ? "/" : path.hasPrefix("/") ? path : nil
  }

  /// The origin by which a browser asks: the page's own, or at home a private address.
  ///
  /// No other site can make a browser send an address in `Host` that is not where the request goes.
  func origin(of request: WebRequest) -> SiteOrigin {
    guard settings.isHome else { return origin }
    return origin.atHomeAddress(request.host) ?? origin
  }

  /// Whether a page of another site has sent the request, also one that resolves its name to this machine.
  ///
  /// A program sends no origin; a sign-in form of the apps has that of the page, or of this machine's own address.
  package func isForeign(_ request: WebRequest) -> Bool {
    guard let field = request.headers[.origin] else { return false }
    guard let sender = SiteOrigin(field) else { return true }
    let isOurs = SiteOrigin.isOwnAddress(request.host) && sender.isHost(request.host)
    return sender != origin(of: request) && !isOurs
  }

  private func check(
    _ request: WebRequest, at path: String, isWrite: Bool, _ caller: Caller
  ) throws {
    let headers = RequestGuard.Headers(
      host: request.host, origin: request.headers[.origin],
      fetchSite: request.field("Sec-Fetch-Site"), fetchMode: request.field("Sec-Fetch-Mode"))
    let guardian = RequestGuard(origin: origin(of: request))
    let verdict =
      caller.isProgram
      ? guardian.verdictOnProgram(headers) : guardian.verdict(on: headers, isWrite: isWrite)
    switch verdict {
    case .allowed: return
    case .ownAddress:
      throw PageProblem(
        .misdirectedRequest, "At another name",
        "This timeline has a name of its own, which tl serve link prints: at this address other programs on this "
          + "computer could read it.", next: nil)
    case .foreignHost:
      throw PageProblem(
        .misdirectedRequest, "Not here", "There is no timeline at this name.", next: nil)
    case .foreignPage:
      // No browser has sent it, and no program that says who it is.
      let isAnonymous = headers.origin == nil && headers.fetchSite == nil && !caller.isKnown
      throw isAnonymous && APIProblem.answers(path) ? APIProblem.noToken : PageProblem.isStale
    }
  }

  // MARK: - Sessions

  private var cookieName: String { origin.isSecure ? "__Host-tl" : "tl" }

  /// The request's session, if its account still is what it was.
  func session(of request: WebRequest) -> Session? {
    request.cookie(cookieName).flatMap { sessions.session(of: $0) }.flatMap(current)
  }

  /// Whether a browser that was let in before is not any more, and did not leave by itself.
  func hasEndedSession(_ request: WebRequest) -> Bool {
    request.cookie(cookieName) != nil && session(of: request) == nil
  }

  /// The session of a request that is answered, and the value that replaces its cookie.
  private func used(
    _ session: Session, by request: WebRequest
  ) -> (session: Session, replacement: String?) {
    guard let value = request.cookie(cookieName) else { return (session, nil) }
    return sessions.use(session, by: value)
  }

  /// Ends a session whose account was removed or has another password.
  private func current(_ session: Session) -> Session? {
    if isOpen(session) { return session }
    try? sessions.end { $0.formToken == session.formToken }
    return nil
  }

  /// Whether a session that was found before still lets its browser in.
  func isOpen(_ session: Session) -> Bool {
    guard sessions.has(session) else { return false }
    return session.passwordStamp == nil || settings.accounts?.account(of: session) != nil
  }

  /// - Parameter lifetime: in seconds; 0 removes the cookie.
  func cookie(_ value: String, lifetime: Int64) -> String {
    "\(cookieName)=\(value); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Lax"
      + (origin.isSecure ? "; Secure" : "")
  }

  // MARK: - Headers

  private func secured(_ reply: Reply) -> Reply {
    var reply = reply
    if reply.headers[.contentSecurityPolicy] == nil {
      reply.headers[.contentSecurityPolicy] =
        "default-src 'self'; img-src 'self' blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; "
        + "form-action 'self'; frame-ancestors 'none'"
    }
    reply.headers[.xContentTypeOptions] = "nosniff"
    // With no-referrer, browsers send forms with the origin "null" (Fetch, 3.2).
    reply.set("Referrer-Policy", "same-origin")
    reply.set("Cross-Origin-Resource-Policy", "same-origin")
    return reply
  }
}
