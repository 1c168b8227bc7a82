internal import HTTPTypes
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The door of the members' pages: checks who asks, and hands a `MemberRequest` to the route.
///
/// No session of an owner and no token of a program opens it, and a member's cookie opens nothing else. Whoever is not
/// known gets the same answer for every address; a member gets the same for what is not there and for what is not theirs.
struct MemberSite: Sendable {
  private let site: PageSite

  init(_ site: PageSite) { self.site = site }

  /// In bytes: of a form.
  private static let bodyLimit = 1 << 16
  /// In seconds.
  private static let bodyTime: Int64 = 60
  private static let fieldLimit = 20

  /// - Parameter path: without the prefix of the site.
  func reply(to request: WebRequest, at path: String) async -> Reply {
    // A slash at the end is no other page.
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    let stranger = MemberFace(site, MemberWords(accepted: request.headers[.acceptLanguage]))
    var reply: Reply
    do {
      reply = try await answer(request, at: path, stranger)
    } catch let error as HTTPErrorReply {
      reply = error.reply
    } catch {
      site.log("\(request.method) \(logName(request.method, path)): \(error)")
      reply =
        (try? stranger.letter(stranger.words.failure, status: .serviceUnavailable))
        ?? .plain(.serviceUnavailable)
    }
    reply.logName = logName(request.method, path)
    return reply.with(.varying(by: "Cookie, Accept-Language")).secured.compressed(for: request)
  }

  private func logName(_ method: String, _ path: String) -> String {
    if Self.secret(in: path) != nil { return MemberAddress.root + "/join/{secret}" }
    return MemberRoute.route(method, path)?.route.pattern.description ?? MemberAddress.root + "/…"
  }

  private func answer(
    _ request: WebRequest, at path: String, _ stranger: MemberFace
  ) async throws -> Reply {
    let isWrite = request.method != "GET"
    let guardian = RequestGuard(origin: site.origin(of: request))
    guard guardian.verdict(on: request.guardedHeaders, isWrite: isWrite) == .allowed else {
      return try stranger.letter(stranger.words.unknownDevice, status: .forbidden)
    }
    if let secret = Self.secret(in: path) {
      return try await join(request, secret, stranger)
    }
    let form = isWrite ? try await self.form(of: request) : FormFields("")
    do {
      return try await answer(request, at: path, form, stranger)
    } catch  where !(error is HTTPErrorReply) && form["text"] != nil {
      site.log("\(request.method) \(logName(request.method, path)): \(error)")
      return try stranger.letter(
        stranger.words.failure, status: .serviceUnavailable, kept: form["text"])
    }
  }

  private func answer(
    _ request: WebRequest, at path: String, _ form: FormFields, _ stranger: MemberFace
  ) async throws -> Reply {
    let isWrite = request.method != "GET"
    guard let value = request.cookie(cookieName), let found = try site.members.device(of: value)
    else { return try turnedAway(form, stranger) }
    let source = try site.openSource()
    let views = try await site.circleViews(of: site.live.snapshot, source)
    guard let member = views.member(found.device.person, of: found.circles) else {
      return try turnedAway(form, stranger)
    }
    request.accept(as: "member \(member.id.text)")
    let face = MemberFace(
      site, MemberWords(member.language), name: member.name, formToken: found.device.formToken)
    if path == MemberAddress.root + "/leave" {
      if isWrite { return try leave(found.device, form, face) }
      // Whoever has left needs another link.
      return try face.letter(
        face.words.leaving, status: .ok, button: (face.addresses.leave, face.words.leave))
    }
    let cookie: [AnswerHeader] = site.members.use(found.device) ? [.cookie(self.cookie(value))] : []
    guard let (route, parameters) = MemberRoute.route(request.method, path) else {
      return try face.letter(face.words.missing, status: .notFound, kept: form["text"]).with(cookie)
    }
    var reply =
      try await Self.answer(site, source, views, member.circles, route) { view, media in
        MemberRequest(
          request: request, parameters: parameters, member: member, view: view, face: face,
          media: media, desk: CommentDesk(site, source), formToken: found.device.formToken,
          today: source.now.day, form: form)
      } ?? face.letter(face.words.missing, status: .notFound, kept: form["text"])
    reply.isTrusted = true
    return reply.with(cookie)
  }

  /// Answers by the view of some circles, and by a new one if media of the notes that are shown have come or gone.
  static func answer(
    _ site: PageSite, _ source: NoteSource, _ views: CircleViews, _ circles: Set<VaultPath>,
    _ route: MemberRoute, _ request: (MemberView, MemberMedia) -> MemberRequest
  ) async throws -> Reply? {
    do {
      let view =
        if let known = views.knownView(of: circles) { known } else {
          try await site.circleReads.run { try views.view(of: circles) }
        }
      let incoming = request(view, MemberMedia(site, source, isRenewed: false))
      return try await site.memberPages.answer(
        incoming.request, incoming.pageKey, of: source.vault
      ) {
        try await route.handler(incoming)
      }
    } catch is MemberMedia.Outdated {
      let view = try await site.circleReads.run { try views.renewedView(of: circles) }
      let incoming = request(view, MemberMedia(site, source, isRenewed: true))
      return try await route.handler(incoming)?.tagged(for: incoming.request)
    }
  }

  /// Whoever was writing gets the words back.
  private func turnedAway(_ form: FormFields, _ stranger: MemberFace) throws -> Reply {
    try stranger.letter(stranger.words.unknownDevice, status: .unauthorized, kept: form["text"])
  }

  private func form(of request: WebRequest) async throws -> FormFields {
    let bytes = try await request.body.all(limit: Self.bodyLimit, within: Self.bodyTime)
    let text = String(decoding: bytes, as: UTF8.self)
    guard let fields = FormFields(text, limit: Self.fieldLimit) else {
      throw HTTPErrorReply.tooLarge
    }
    return fields
  }

  // MARK: - In and out

  /// The secret of a link, `/shared/join/SECRET`; nil for another address.
  private static func secret(in path: String) -> String? {
    let start = MemberAddress.root + "/join/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : nil
  }

  /// A link asks first: programs that look at the links of messages must not use it up.
  private func join(
    _ request: WebRequest, _ secret: String, _ face: MemberFace
  ) async throws -> Reply {
    guard request.method == "POST" else {
      guard request.method == "GET", let person = try site.members.invited(by: secret) else {
        return try face.letter(face.words.usedLink, status: .gone)
      }
      let language = await language(of: person)
      let face = language.map { MemberFace(site, MemberWords($0)) } ?? face
      return try face.letter(
        face.words.invitation, status: .ok,
        button: (face.addresses.join(secret), face.words.open))
    }
    guard
      let value = try site.members.accept(
        secret, device: BrowserName(request.headers[.userAgent] ?? "").text)
    else { return try face.letter(face.words.usedLink, status: .gone) }
    return Reply.redirect(.seeOther, to: face.addresses.home).with(.cookie(cookie(value)))
  }

  /// That of the page of a person; nil if it says none, or cannot be read now.
  private func language(of person: String) async -> Language? {
    guard let source = try? site.openSource() else { return nil }
    return try? await site.circleViews(of: site.live.snapshot, source).language(of: person)
  }

  private func leave(
    _ device: MemberRegister.Device, _ form: FormFields, _ face: MemberFace
  ) throws -> Reply {
    guard form.hasToken(device.formToken) else {
      return try face.letter(face.words.failure, status: .forbidden)
    }
    try site.members.end(device)
    let left = MemberFace(site, face.words)
    return try left.letter(face.words.left, status: .ok)
      .with(.cookie(cookie("", lifetime: 0)), .forgotten)
  }

  /// Another than that of an owner's session.
  private var cookieName: String { site.origin.isSecure ? "__Host-tl-member" : "tl-member" }

  private func cookie(_ value: String, lifetime: Int64 = MemberRegister.deviceLifetime) -> String {
    site.cookie(cookieName, value, lifetime: lifetime)
  }
}
