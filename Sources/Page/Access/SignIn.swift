internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import WebServer

/// The way in and out.
enum SignIn {
  /// `GET /login`: with a code in the address it opens the session, else it asks for one.
  static func enter(_ incoming: PageRequest) async throws -> Reply {
    // A program that only looks at an address must not use it up.
    guard let code = incoming.request.query["code"], !code.isEmpty, !incoming.request.isHead else {
      return try page(incoming.site, message: nil)
    }
    return try open(incoming, code)
  }

  /// `POST /login`.
  static func enterByForm(_ incoming: PageRequest) async throws -> Reply {
    let bytes = try await incoming.request.body.all(limit: 1 << 12, within: 15)
    let fields = FormFields(String(decoding: bytes, as: UTF8.self))
    return try open(incoming, fields["code"] ?? "")
  }

  /// `POST /logout`.
  static func leave(_ incoming: PageRequest) async throws -> Reply {
    if let session = incoming.session { try incoming.site.sessions.end(session.hash) }
    var reply = Reply.redirect(.seeOther, to: incoming.addresses.address("/login"))
    reply.headers[.setCookie] = incoming.site.cookie("", lifetime: 0)
    return reply
  }

  /// The answer to a request without a session.
  static func page(_ site: PageSite, for request: WebRequest, _ route: Route) throws -> Reply {
    if case .script = route.access { throw PageProblem.signedOut }
    return try page(site, message: nil)
  }

  private static func open(_ incoming: PageRequest, _ code: String) throws -> Reply {
    let device = incoming.request.headers[.userAgent] ?? "unknown"
    guard try incoming.site.codes.use(code) else {
      return try page(
        incoming.site,
        message:
          "This code was used already, or is older than five minutes; tl serve link prints another."
      )
    }
    let value = try incoming.site.sessions.open(device: device)
    var reply = Reply.redirect(.seeOther, to: incoming.addresses.address("/"))
    reply.headers[.setCookie] = incoming.site.cookie(value, lifetime: Session.lifetime)
    return reply
  }

  private static func page(_ site: PageSite, message: String?) throws -> Reply {
    var frame = PageFrame(site: site, session: nil, title: "Sign in", kind: "plain")
    frame.values = [
      "heading": "Open the timeline", "action": .text(site.addresses.address("/login")),
      "next": .none, "error": .optional(message), "button": "Open",
      "text":
        "tl serve has printed a code, which is valid for five minutes; tl serve link prints another.",
      "fields": .list([
        [
          "name": "code", "label": "Code", "type": "text", "autocomplete": "one-time-code",
          "inputMode": .none, "value": .none, "isFirst": true,
        ]
      ]),
    ]
    var reply = try frame.reply("login")
    reply.status = .unauthorized
    return reply
  }
}

extension PageProblem {
  static let signedOut = PageProblem(
    .unauthorized, "Signed out", "This browser is not signed in any more: load the page again.",
    next: nil)
}
