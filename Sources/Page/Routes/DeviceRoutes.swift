internal import Rendering
internal import VaultFormat
internal import WebServer

/// The browsers that are signed in, each of which can be signed out.
enum DeviceRoutes {
  static func devices(_ incoming: PageRequest) async throws -> Reply {
    try page(incoming, invitation: nil)
  }

  /// Shows an address that lets one more browser in, once; an account's further browsers need its password.
  static func add(_ incoming: PageRequest) async throws -> Reply {
    let site = incoming.site
    let isLocal = incoming.session?.account == BrowserSession.local
    let address = isLocal ? try site.invitation() : site.address + "/"
    let origin = site.origin(of: incoming.request).text
    return try page(incoming, invitation: origin + address.dropFirst(site.origin.text.count))
  }

  private static func page(_ incoming: PageRequest, invitation: String?) throws -> Reply {
    guard let own = incoming.session else { throw PageProblem.signedOut }
    let sessions = visible(to: own, incoming.site)
    let accounts = incoming.site.settings.accounts.flatMap { $0.isEmpty ? nil : $0 }
    var frame = PageFrame(incoming, title: "Devices", styles: ["settings.css"])
    frame.parent = .link(incoming.addresses.address("/settings"), "Settings")
    let views: [TemplateView] = sessions.map { session in
      let isOwn = session.formToken == own.formToken
      let place = isOwn ? "/logout" : "/settings/devices/\(session.name)/end"
      let name = BrowserName(session.device)
      let account = accounts.map { $0.account(of: session)?.name ?? "by a code" }
      let seen = "Last seen \(incoming.ago(session.lastUsed))"
      let since = "signed in \(incoming.ago(session.created))"
      let facts = isOwn ? ["This device, active now", account] : [seen, account, since]
      return [
        "name": .text(name.text), "icon": name.isHandheld ? "phone" : "screen",
        "about": .text(facts.compactMap(\.self).joined(separator: " · ")),
        "action": .text(incoming.addresses.address(place)),
      ]
    }
    frame.values = [
      "heading": "Devices", "token": .text(own.formToken),
      "addAction": .text(incoming.addresses.address("/settings/devices/add")),
      "invitation": .optional(invitation.map(view)),
      "devices": .list(views), "hasOthers": .flag(views.count > 1),
      "othersAction": .text(incoming.addresses.address("/settings/devices/end-others")),
    ]
    return try frame.reply("devices")
  }

  /// Other devices do not reach an address of this computer alone, so there is nothing for them to scan.
  private static func view(_ address: String) -> TemplateView {
    let code = address.contains("localhost") ? nil : QRCode(address)
    let dots = code.map { code in
      code.modules.indices.filter { code.modules[$0] }
        .map { "M\($0 % code.size) \($0 / code.size)h1v1h-1z" }.joined()
    }
    return [
      "address": .text(address), "dots": .optional(dots),
      "size": .text("\((code?.size ?? 0) + 8)"),
      "how": .text(
        code == nil
          ? "Open this link in another browser on this computer."
          : "Scan the code with the other device, or open this link there."),
      "isOnce": .flag(address.contains("code=")),
    ]
  }

  /// Does nothing if it has ended meanwhile.
  static func end(_ incoming: PageRequest) async throws -> Reply {
    try end(incoming) { $0.name == incoming.parameters.first }
  }

  static func endOthers(_ incoming: PageRequest) async throws -> Reply {
    try end(incoming) { $0.formToken != incoming.session?.formToken }
  }

  private static func end(
    _ incoming: PageRequest, where isMeant: (BrowserSession) -> Bool
  ) throws -> Reply {
    guard let own = incoming.session else { throw PageProblem.signedOut }
    let meant = Set(visible(to: own, incoming.site).filter(isMeant).map(\.formToken))
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
}
