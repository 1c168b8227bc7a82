internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// The way in and out.
enum SignIn {
  /// `GET /login`: with a code in the address it opens the session, else it asks for what lets somebody in.
  static func enter(_ incoming: PageRequest) async throws -> Reply {
    let query = incoming.request.query
    // A program that only looks at an address must not use it up.
    guard let code = query["code"], !code.isEmpty, !incoming.request.isHead else {
      return try SignInPage(
        incoming.site, for: incoming.request, next: next(query["next"], incoming.site)
      )
      .reply(byCode: query["by"] == "code")
    }
    return try open(incoming, by: code, next: nil)
  }

  /// `POST /login`.
  static func enterByForm(_ incoming: PageRequest) async throws -> Reply {
    let bytes = try await incoming.request.body.all(limit: 1 << 14, within: 15)
    let fields = FormFields(String(decoding: bytes, as: UTF8.self))
    let next = next(fields["next"], incoming.site)
    guard let name = fields["name"], let accounts = incoming.site.settings.accounts else {
      return try open(incoming, by: fields["code"] ?? "", next: next)
    }
    let outcome = try await accounts.check(
      name, fields["password"] ?? "", from: incoming.request.clientAddress)
    let page = SignInPage(incoming.site, for: incoming.request, next: next)
    switch outcome {
    case .account(let account): return try open(incoming, for: account, next: next)
    case .wrong: return try page.reply(name: name, message: "Name or password is wrong.")
    case .wait(let seconds):
      return try page.reply(
        .tooManyRequests, name: name,
        message: "There were too many attempts. The next one is possible in \(seconds) s."
      ).with(.retry(after: seconds))
    }
  }

  /// `POST /logout`.
  static func leave(_ incoming: PageRequest) async throws -> Reply {
    if let session = incoming.session {
      try incoming.site.sessions.end { $0.formToken == session.formToken }
    }
    return incoming.redirect("/login").with(.cookie(incoming.site.cookie("", lifetime: 0)))
  }

  /// The answer to a request without a session; whoever signs in is led to what was asked for.
  static func page(_ site: PageSite, for request: WebRequest, _ route: Route) throws -> Reply {
    let next = route.method == .get ? Self.next(request.target, site) : nil
    return try SignInPage(site, for: request, next: next).reply(
      message: route.method == .get
        ? nil
        : "This browser was signed out, so nothing was changed. Sign in in another tab, then go back here and send the "
          + "form again: the browser still has what is in it.")
  }

  // MARK: - Opening

  private static func open(
    _ incoming: PageRequest, by code: String, next: String?
  ) throws -> Reply {
    guard try incoming.site.codes.use(code) else {
      return try SignInPage(incoming.site, for: incoming.request, next: next).reply(
        byCode: true,
        message: "This code was used already, or is older than five minutes: ask for another one."
      )
    }
    return try open(incoming, for: nil, next: next)
  }

  private static func open(
    _ incoming: PageRequest, for account: Account?, next: String?
  ) throws -> Reply {
    let site = incoming.site
    // Whoever had signed in with this browser before is signed out.
    if let former = incoming.session {
      try site.sessions.end { $0.formToken == former.formToken }
    }
    let value = try site.sessions.open(
      for: account, device: incoming.request.headers[.userAgent] ?? "")
    return Reply.redirect(.seeOther, to: next ?? site.addresses.address("/"))
      .with(.cookie(site.cookie(value, lifetime: BrowserSession.lifetime)))
  }

  /// Nil for the timeline and for an address that is none of ours.
  private static func next(_ address: String?, _ site: PageSite) -> String? {
    guard let address, address.utf8.count <= 1 << 11, address != site.addresses.address("/"),
      ReturnAddress.isOurs(address, prefix: site.addresses.prefix)
    else { return nil }
    return address
  }
}

extension PageProblem {
  static let signedOut = PageProblem(
    .unauthorized, "Signed out", "This browser is not signed in any more: load the page again.",
    next: nil)
}

/// The page that asks for a name and a password where there are accounts, else for a code.
struct SignInPage {
  let site: PageSite
  /// Where whoever signs in is led to; nil for the timeline.
  let next: String?
  /// The browser has a cookie that lets nobody in any more.
  private let wasSignedIn: Bool

  init(_ site: PageSite, for request: WebRequest, next: String?) {
    (self.site, self.next) = (site, next)
    wasSignedIn = site.hasEndedSession(request)
  }

  /// - Parameter byCode: asks for a code although there are accounts.
  func reply(
    _ status: HTTPResponse.Status = .unauthorized, byCode: Bool = false, name: String = "",
    message: String? = nil
  ) throws -> Reply {
    let hasAccounts = site.settings.accounts.map { !$0.isEmpty } ?? false
    let isByCode = byCode || !hasAccounts
    var frame = PageFrame(site: site, session: nil, title: "Sign in", kind: "door")
    frame.values = [
      "heading": .text(site.settings.vaultName),
      "action": .text(site.addresses.address("/login")), "next": .optional(next),
      "error": .optional(message), "kept": wasSignedIn ? .text(PageWords.keptSignedOut) : .none,
      "button": isByCode ? "Open" : "Sign in",
      "text": isByCode ? "Scan the code, or type it here." : "Sign in to open this timeline.",
      "isByCode": .flag(isByCode),
      "fields": .list(isByCode ? [Self.code] : Self.nameAndPassword(name)),
      "other": hasAccounts ? .view(other(isByCode: isByCode)) : .none,
    ]
    return try frame.reply("login", status)
  }

  private func other(isByCode: Bool) -> TemplateView {
    var fields = isByCode ? [] : ["by=code"]
    if let next { fields.append("next=\(PercentEncoding.encoded(next.utf8))") }
    let query = fields.isEmpty ? "" : "?\(fields.joined(separator: "&"))"
    return [
      "href": .text(site.addresses.address("/login") + query),
      "label": isByCode ? "Sign in with name and password" : "Use a code",
    ]
  }

  private static let code = field("code", "Code", "text", "one-time-code", isFirst: true)

  /// - Parameter name: as typed before.
  private static func nameAndPassword(_ name: String) -> [TemplateView] {
    [
      field("name", "Name", "text", "username", value: name, isFirst: name.isEmpty),
      field("password", "Password", "password", "current-password", isFirst: !name.isEmpty),
    ]
  }

  private static func field(
    _ name: String, _ label: String, _ type: String, _ autocomplete: String, value: String = "",
    isFirst: Bool
  ) -> TemplateView {
    [
      "name": .text(name), "label": .text(label), "type": .text(type), "value": .text(value),
      "autocomplete": .text(autocomplete), "isFirst": .flag(isFirst),
    ]
  }
}
