internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import WebServer

/// The page that asks for a name and a password where there are accounts, else for a code.
struct SignInPage {
  let site: PageSite
  /// Where whoever signs in is led to; nil for the timeline.
  let next: String?
  /// The browser has a cookie that lets nobody in any more.
  private let wasSignedIn: Bool

  init(_ site: PageSite, for request: WebRequest, next: String?) {
    self.site = site
    self.next = next
    wasSignedIn = site.hasEndedSession(request)
  }

  /// - Parameter byCode: asks for a code although there are accounts.
  func reply(byCode: Bool = false, name: String = "", message: String? = nil) throws -> Reply {
    let hasAccounts = site.settings.accounts.map { !$0.isEmpty } ?? false
    let isByCode = byCode || !hasAccounts
    var frame = PageFrame(site: site, session: nil, title: "Sign in", kind: "plain")
    frame.values = [
      "heading": isByCode ? "Open the timeline" : "Sign in",
      "action": .text(site.addresses.address("/login")), "next": .optional(next),
      "error": .optional(message), "kept": wasSignedIn ? .text(PageWords.keptSignedOut) : .none,
      "button": isByCode ? "Open" : "Sign in",
      "text": isByCode
        ? "tl serve has printed a code, which is valid for five minutes; tl serve link prints another."
        : .none,
      "fields": .list(isByCode ? [Self.code] : Self.nameAndPassword(name)),
      "other": hasAccounts ? .view(other(isByCode: isByCode)) : .none,
    ]
    var reply = try frame.reply("login")
    reply.status = .unauthorized
    return reply
  }

  private func other(isByCode: Bool) -> TemplateView {
    var fields = isByCode ? [] : ["by=code"]
    if let next { fields.append("next=\(FormFields.encoded(next))") }
    let query = fields.isEmpty ? "" : "?\(fields.joined(separator: "&"))"
    return [
      "href": .text(site.addresses.address("/login") + query),
      "label": isByCode ? "Sign in with name and password" : "Use a code of tl serve link",
    ]
  }

  private static let code: TemplateView = [
    "name": "code", "label": "Code", "type": "text", "autocomplete": "one-time-code",
    "inputMode": .none, "value": .none, "isFirst": true,
  ]

  /// - Parameter name: as typed before.
  private static func nameAndPassword(_ name: String) -> [TemplateView] {
    [
      [
        "name": "name", "label": "Name", "type": "text", "autocomplete": "username",
        "inputMode": .none, "value": name.isEmpty ? .none : .text(name),
        "isFirst": .flag(name.isEmpty),
      ],
      [
        "name": "password", "label": "Password", "type": "password",
        "autocomplete": "current-password", "inputMode": .none, "value": .none,
        "isFirst": .flag(!name.isEmpty),
      ],
    ]
  }
}
