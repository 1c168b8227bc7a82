internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// How this browser shows the page, and the settings of the vault; each line is a form of its own.
enum SettingsRoutes {
  static func settings(_ incoming: PageRequest) async throws -> Reply {
    var frame = PageFrame(incoming, title: "Settings", kind: "plain")
    frame.styles = ["finding.css"]
    frame.scripts = ["notify.js"]
    frame.values =
      SettingsView(
        site: incoming.addresses, device: DeviceSettings(incoming.request),
        vault: incoming.vault.configuration, isWritable: incoming.isWritable,
        hasDevices: RouteTable.route("GET", "/settings/devices") != nil
      ).values
    frame.values["formToken"] = .text(incoming.session?.formToken ?? "")
    return try frame.reply("settings")
  }

  /// Changes one line of this browser's settings.
  static func saveDevice(_ incoming: PageRequest) async throws -> Reply {
    var settings = DeviceSettings(incoming.request)
    guard let line = incoming.parameters.first else { throw PageProblem.noSuchPage }
    if line == "reset" {
      settings = DeviceSettings()
    } else if !settings.set(line, to: incoming.form?["value"] ?? "") {
      throw PageProblem(
        .badRequest, "Not saved", "There is no such setting. Nothing was changed.",
        next: PageProblem.Next(path: "/settings", label: "Go to the settings"))
    }
    let isForgetting = line == "copies" && !settings.keepsCopies
    var reply = ReturnAddress(incoming, fallback: "/settings", without: nil).reply(
      done: isForgetting ? "forgotten" : line == "reset" ? "reset" : "saved")
    // The browser's own cache (W3C Clear Site Data); "storage" would take text that was not sent.
    if isForgetting { reply.set("Clear-Site-Data", "\"cache\"") }
    reply.headers[.setCookie] = incoming.site.lookCookie(settings)
    return reply
  }

  /// Changes the vault's time zone; an empty one removes it.
  static func saveTimeZone(_ incoming: PageRequest) async throws -> Reply {
    let name = (incoming.form?["value"] ?? "").trimmingBlanks
    guard name.isEmpty || TimeZoneNames.has(name) else {
      throw PageProblem(
        .unprocessableContent, "Not saved",
        "“\(name)” is no time zone; it is written as Europe/Paris or Asia/Tokyo. Nothing was changed.",
        next: PageProblem.Next(path: "/settings", label: "Back to the settings"))
    }
    let isChanged = try await incoming.write { writer in
      try writer.setTimeZone(name.isEmpty ? nil : name)
    }
    return ReturnAddress(incoming, fallback: "/settings", without: nil).reply(
      done: isChanged ? "zone" : "saved")
  }
}

extension PageSite {
  /// Ten years, as far as a browser keeps it.
  private static let lookLifetime = 10 * 366 * 86_400

  fileprivate func lookCookie(_ settings: DeviceSettings) -> String {
    let text = settings.text
    return "\(DeviceSettings.cookieName)=\(text); Path=\(self.settings.prefix)/; "
      + "Max-Age=\(text.isEmpty ? 0 : Self.lookLifetime); HttpOnly; SameSite=Lax"
      + (origin.isSecure ? "; Secure" : "")
  }
}
