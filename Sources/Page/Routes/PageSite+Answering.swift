internal import HTTPTypes
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
package import WebServer

/// Checks each request, finds its route, and answers.
extension PageSite: Site {
  package func reply(to request: WebRequest) async -> Reply {
    let path = localPath(of: request)
    if let path, MemberAddress.has(path) {
      return await MemberSite(self).reply(to: request, at: path)
    }
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
    return reply.secured.compressed(for: request)
  }

  private func errorReply(
    _ error: any Error, to request: WebRequest, at path: String?, caller: Caller, route: Route?
  ) -> Reply {
    let isAPI = path.map(APIProblem.answers) ?? false
    if let error = error as? HTTPErrorReply, !isAPI { return error.reply }
    let reply =
      isAPI
      ? APIProblem(error).reply
      : self.reply(PageProblem(error), to: request, session: caller.session)
    if reply.status.code >= 500 {
      log("\(request.method) \(route?.pattern.description ?? reply.logName): \(error)")
    }
    return reply
  }

  private func recorder(of route: Route, at now: NoteTime) -> OperationRecorder? {
    guard route.method.isWrite else { return nil }
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
    let source = try openSource()
    var incoming = PageRequest(
      site: self, request: request, parameters: found.parameters, session: signedIn?.session,
      snapshot: live.snapshot, source: source, recorder: recorder(of: route, at: source.now),
      form: nil)
    if case .form = route.access {
      incoming.form = try await PageForm.read(request, filesIn: uploads)
      try incoming.checkFormToken()
    }
    var headers: [AnswerHeader] = []
    if let session = signedIn?.session {
      headers.append(DeviceSettings(request).keepsCopies ? .account(session.account) : .unstored)
    }
    if let replacement = signedIn?.replacement {
      headers.append(.cookie(cookie(replacement, lifetime: BrowserSession.lifetime)))
    }
    return try await incoming.handled(by: route).with(headers)
  }

  private func replyWithoutRoute(to request: WebRequest, _ path: String) throws -> Reply {
    let methods = RouteTable.methods(of: path)
    guard !methods.isEmpty else { throw PageProblem.noSuchPage }
    let problem = PageProblem(
      .methodNotAllowed, "Not possible", "This address does not take such a request.")
    let reply =
      APIProblem.answers(path)
      ? APIProblem(problem).reply
      : self.reply(problem, to: request, session: nil)
    return reply.with(.allowing(methods.map(\.rawValue)))
  }

  /// The path without the site's prefix; nil for a path outside of it.
  private func localPath(of request: WebRequest) -> String? {
    guard request.path.hasPrefix(settings.prefix) else { return nil }
    let path = String(request.path.dropFirst(settings.prefix.count))
    return path.isEmpty ? "/" : path.hasPrefix("/") ? path : nil
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
    let headers = request.guardedHeaders
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

  // MARK: - Who asks

  /// A token counts before a cookie, and only where programs may ask.
  ///
  /// - Throws: if the tokens cannot be read.
  func caller(
    of request: WebRequest, for route: Route?, at path: String?
  ) throws(SystemError) -> Caller {
    let takesTokens = route?.takesTokens ?? path.map(APIProblem.answers) ?? false
    if takesTokens, let text = request.bearerToken {
      return try scripts.token(text).map(Caller.program) ?? .unknownProgram
    }
    return session(of: request).map(Caller.session) ?? .nobody
  }
}

extension Caller {
  /// The answer to a caller who may not use a route; nil if allowed.
  func refusal(at route: Route, of site: PageSite, _ request: WebRequest) throws -> Reply? {
    switch (route.access, self) {
    case (.open, _): return nil
    case (.api, .session):
      if route.method.isWrite, !request.isByScript { throw PageProblem.isStale }
      return nil
    case (.api, .program(let token)), (.token, .program(let token)):
      if route.needsWritingToken, token.isReadOnly { throw APIProblem.tokenReadsOnly(token.name) }
      return nil
    case (.api, _), (.token, _): throw APIProblem.noToken
    case (.session, .session), (.form, .session): return nil
    case (.session, _), (.form, _):
      return try SignIn.page(site, for: request, route)
    }
  }
}

extension PageRequest {
  /// Ties a form to the session for which it was made.
  ///
  /// A form that a script sends may say `Tl-Account` instead of a token, which is of no use after another sign-in: no
  /// other site can send these headers, and what one account wrote is not sent as another's.
  ///
  /// - Throws: if the form's token is missing or another session's.
  fileprivate func checkFormToken() throws(PageProblem) {
    guard let session else { throw .isStale }
    if request.isByScript, let account = request.field("Tl-Account") {
      guard account == session.account else { throw .isOfAnotherAccount }
      return
    }
    guard form?.fields.hasToken(session.formToken) == true else { throw .isStale }
  }
}

extension PageProblem {
  static let isOfAnotherAccount = PageProblem(
    .forbidden, "Another account",
    "This was written by another account, and waits until that one is signed in.", next: nil)
}

extension PageSite {
  /// A page that says why something did not work, and what to do next; for a script words alone, which it shows in the page.
  private func reply(
    _ problem: PageProblem, to request: WebRequest, session: BrowserSession?
  ) -> Reply {
    if request.isByScript {
      return .json(["error": .string(problem.text)], status: problem.status)
    }
    var frame = PageFrame(site: self, session: session, title: problem.title, kind: "plain")
    frame.device = DeviceSettings(request)
    frame.values = [
      "heading": .text(problem.title), "text": .text(problem.text),
      "next": .optional(problem.next.map { .link(addresses.address($0.path), $0.label) }),
      "isMissing": .flag(problem.status == .notFound && session != nil),
    ]
    return (try? frame.reply("error", problem.status))
      ?? Reply(problem.status, "text/plain; charset=utf-8", body: .bytes(Array(problem.text.utf8)))
  }
}
