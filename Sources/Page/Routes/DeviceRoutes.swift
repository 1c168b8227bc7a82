internal import Rendering
internal import VaultFormat
internal import WebServer

/// The browsers that are signed in, each of which can be signed out.
enum DeviceRoutes {
  static func devices(_ incoming: PageRequest) async throws -> Reply {
    guard let own = incoming.session else { throw PageProblem.signedOut }
    let sessions = visible(to: own, incoming.site)
    var frame = PageFrame(incoming, title: "Devices")
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
            "icon": BrowserName(session.device).isHandheld ? "phone" : "screen",
            "when": .text(isOwn ? "Used now" : "Used \(ago(session.lastUsed, incoming))"),
            "exact": .text(
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

  private static func ago(_ instant: Int64, _ incoming: PageRequest) -> String {
    DateWords.ago(NoteTime(instant: instant, zone: incoming.zone), now: incoming.now)
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
