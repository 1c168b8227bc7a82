internal import HTTPTypes
internal import Rendering
internal import VaultFormat
internal import WebServer

/// The browsers that are signed in, each of which can be signed out.
enum DeviceRoutes {
  static func devices(_ incoming: PageRequest) async throws -> Reply {
    guard let own = incoming.session else { throw PageProblem.signedOut }
    let sessions = visible(to: own, incoming.site)
    var frame = PageFrame(incoming, title: "Devices", kind: "plain")
    frame.values = [
      "heading": "Devices",
      "summary": "Browsers that are signed in. One that is not used for 90 days is signed out.",
      "token": .text(own.formToken),
      "devices": .list(
        sessions.map { session in
          let isOwn = session.formToken == own.formToken
          let place = isOwn ? "/logout" : "/settings/devices/\(session.name)/end"
          return [
            "name": .text(BrowserName(session.device).text),
            "remark": .optional(remark(session, isOwn: isOwn, incoming)),
            "when": .text(
              "Signed in \(DateWords.moment(session.created, zone: incoming.zone)), last used "
                + DateWords.moment(session.lastUsed, zone: incoming.zone)),
            "action": .text(incoming.addresses.address(place)),
            "label": isOwn ? "Sign out" : "Sign it out",
          ]
        }),
      "othersAction": sessions.count > 1
        ? .text(incoming.addresses.address("/settings/devices/end-others")) : .none,
    ]
    return try frame.reply("devices")
  }

  /// `POST /settings/devices/{name}/end`; does nothing if it has ended meanwhile.
  static func end(_ incoming: PageRequest) async throws -> Reply {
    guard let own = incoming.session, let name = incoming.parameters.first else {
      throw PageProblem.signedOut
    }
    let meant = Set(
      visible(to: own, incoming.site).filter { $0.name == name }.map(\.formToken))
    try incoming.site.sessions.end { meant.contains($0.formToken) }
    return incoming.redirect("/settings/devices", done: "ended")
  }

  /// `POST /settings/devices/end-others`.
  static func endOthers(_ incoming: PageRequest) async throws -> Reply {
    guard let own = incoming.session else { throw PageProblem.signedOut }
    let meant = Set(visible(to: own, incoming.site).map(\.formToken)).subtracting([own.formToken])
    try incoming.site.sessions.end { meant.contains($0.formToken) }
    return incoming.redirect("/settings/devices", done: "ended")
  }

  /// An account sees its own, and who came in by a code sees all; this one comes first.
  private static func visible(to own: BrowserSession, _ site: PageSite) -> [BrowserSession] {
    let all = site.sessions.all.filter { session in
      (own.account == BrowserSession.local || session.account == own.account)
        && site.isOpen(session)
    }
    return all.filter { $0.formToken == own.formToken }
      + all.filter { $0.formToken != own.formToken }
  }

  private static func remark(
    _ session: BrowserSession, isOwn: Bool, _ incoming: PageRequest
  ) -> String? {
    let account = incoming.site.settings.accounts?.account(of: session)?.name ?? "by a code"
    let hasAccounts = incoming.site.settings.accounts.map { !$0.isEmpty } ?? false
    let parts = (isOwn ? ["this browser"] : []) + (hasAccounts ? [account] : [])
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// What a browser calls itself in `User-Agent`, in words: `Firefox on Android`.
struct BrowserName: Hashable, Sendable {
  let text: String

  init(_ userAgent: String) {
    let browser = Self.browsers.first { userAgent.contains($0.mark) }?.name
    let system = Self.systems.first { userAgent.contains($0.mark) }?.name
    text =
      switch (browser, system) {
      case (let browser?, let system?): "\(browser) on \(system)"
      case (let browser?, nil): browser
      case (nil, let system?): "A browser on \(system)"
      case (nil, nil): Self.program(userAgent) ?? "An unknown browser"
      }
  }

  /// The first that fits counts: most browsers also name those that they resemble.
  private static let browsers: [(mark: String, name: String)] = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"), ("DuckDuckGo/", "DuckDuckGo"), ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"), ("Firefox/", "Firefox"), ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"), ("Epiphany/", "GNOME Web"), ("Safari/", "Safari"),
  ]

  private static let systems: [(mark: String, name: String)] = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"), ("X11", "Unix"),
  ]

  /// The name of a program such as `curl/8.5.0`, if it is plain.
  private static func program(_ userAgent: String) -> String? {
    let name = userAgent.prefix { $0 != "/" && $0 != " " }
    let isPlain = name.utf8.allSatisfy { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-._".utf8.contains(byte)
    }
    return 1...32 ~= name.utf8.count && isPlain ? String(name) : nil
  }
}
