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
  let sessions: SessionStore
  let codes: InvitationCodes
  let templates: TemplateLibrary
  let assets: AssetLibrary
  let cards = CardCache()
  let creations = Creations()
  /// The folder for files that are being uploaded.
  let uploads: String
  /// Writes one after the other; each waits for the vault's lock.
  let writes = WorkQueue("page-writes")
  /// Reads of many notes, one after the other, so that each has all processors.
  let scans = WorkQueue("page-scans")
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
    addresses = SiteAddress(prefix: settings.prefix)
    assets = AssetLibrary(settings.prefix)
    do { templates = try TemplateLibrary(PageTemplates.sources) } catch {
      throw .templates("\(error)")
    }
    do throws(SystemError) {
      try SystemPath.makeFolders(settings.stateFolder, permissions: 0o700)
      uploads = settings.stateFolder + "/uploads"
      try SystemPath.makeFolders(uploads, permissions: 0o700)
      // Of a server that was killed.
      for name in try SystemPath.names(in: uploads) { try SystemPath.remove("\(uploads)/\(name)") }
      sessions = try SessionStore(in: settings.stateFolder, now: settings.surroundings.now)
      codes = try InvitationCodes(in: settings.stateFolder, now: settings.surroundings.now)
    } catch {
      throw .system(error)
    }
    do { live = try LiveIndex(settings.source) } catch { throw .index(error) }
  }

  package func stop() { live.stop() }

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
    do {
      return secured(try await answer(request))
    } catch let error as HTTPErrorReply {
      return secured(error.reply)
    } catch {
      let problem = PageProblem(error)
      if problem.status.code >= 500 { log("\(request.method) \(logName(of: request)): \(error)") }
      return secured(
        ProblemView(site: self).reply(problem, to: request, session: session(of: request)?.session))
    }
  }

  package func logName(of request: WebRequest) -> String {
    guard let path = localPath(of: request) else { return "(another path)" }
    return RouteTable.route(request.method, path)?.route.pattern.description ?? "(another path)"
  }

  package func isTrusted(_ request: WebRequest) -> Bool { session(of: request) != nil }

  private func answer(_ request: WebRequest) async throws -> Reply {
    guard let path = localPath(of: request) else { throw PageProblem.noSuchPage }
    try check(request, isWrite: request.method != "GET")
    // They do not need the vault, and a page that says that it is gone needs them.
    if let asset = assets.reply(at: request.path) { return asset }
    guard let found = RouteTable.route(request.method, path) else {
      return try replyWithoutRoute(to: request, path)
    }
    let route = found.route
    let signedIn = session(of: request)
    if case .open = route.access {
    } else if signedIn == nil {
      return try SignIn.page(self, for: request, route)
    }
    if route.method.isWrite, settings.isReadOnly, !route.isAboutSession {
      throw PageProblem.isReadOnly
    }
    if signedIn != nil { request.accept() }
    var incoming = PageRequest(
      site: self, request: request, parameters: found.parameters, session: signedIn?.session,
      snapshot: live.snapshot, vault: try settings.source.open(), form: nil)
    switch route.access {
    case .open, .session: break
    case .form:
      incoming.form = try await PageForm.read(request, filesIn: uploads)
      try FormToken.check(incoming)
    case .script:
      guard request.isByScript else { throw PageProblem.isStale }
    }
    var reply = try await route.handler(incoming)
    if let replacement = signedIn?.replacement {
      reply.headers[.setCookie] = cookie(replacement, lifetime: Session.lifetime)
    }
    return reply
  }

  private func replyWithoutRoute(to request: WebRequest, _ path: String) throws -> Reply {
    let methods = RouteTable.methods(of: path)
    guard !methods.isEmpty else { throw PageProblem.noSuchPage }
    let problem = PageProblem(
      .methodNotAllowed, "Not possible", "This address does not take such a request.")
    var reply = ProblemView(site: self).reply(problem, to: request, session: nil)
    reply.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    return reply
  }

  /// The path without the site's prefix; nil for a path outside of it.
  private func localPath(of request: WebRequest) -> String? {
    guard request.path.hasPrefix(settings.prefix) else { return nil }
    let path = String(request.path.dropFirst(settings.prefix.count))
    return path.isEmpty ? "/" : path.hasPrefix("/") ? path : nil
  }

  private func check(_ request: WebRequest, isWrite: Bool) throws {
    let headers = RequestGuard.Headers(
      host: request.host, origin: request.headers[.origin],
      fetchSite: request.field("Sec-Fetch-Site"), fetchMode: request.field("Sec-Fetch-Mode"))
    switch RequestGuard(origin: origin).verdict(on: headers, isWrite: isWrite) {
    case .allowed: return
    case .ownAddress:
      throw PageProblem(
        .misdirectedRequest, "At another name",
        "This timeline is at \(origin.text)\(settings.prefix)/ only: at this address other programs on this computer "
          + "could read it.", next: nil)
    case .foreignHost:
      throw PageProblem(
        .misdirectedRequest, "Not here", "There is no timeline at this name.", next: nil)
    case .foreignPage: throw PageProblem.isStale
    }
  }

  // MARK: - Sessions

  private var cookieName: String { origin.isSecure ? "__Host-tl" : "tl" }

  private func session(of request: WebRequest) -> (session: Session, replacement: String?)? {
    request.cookie(cookieName).flatMap { sessions.session(of: $0) }
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
