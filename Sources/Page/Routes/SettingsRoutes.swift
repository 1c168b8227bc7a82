internal import Foundation
internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// How this browser shows the page, and the settings of the vault; each line is a form of its own.
enum SettingsRoutes {
  static func settings(_ incoming: PageRequest) async throws -> Reply {
    try page(incoming, wrong: nil)
  }

  private static func page(_ incoming: PageRequest, wrong: SettingsView.Wrong?) throws -> Reply {
    var frame = PageFrame(incoming, title: "Settings", kind: "plain")
    frame.styles = ["finding.css"]
    frame.scripts = ["notify.js"]
    frame.values =
      SettingsView(
        site: incoming.addresses, device: DeviceSettings(incoming.request),
        vault: try SettingsDocument(of: incoming.vault.folder),
        findings: incoming.vault.configuration.findings, register: incoming.register,
        isWritable: incoming.isWritable,
        hasDevices: RouteTable.route("GET", "/settings/devices") != nil, wrong: wrong
      ).values
    frame.values["formToken"] = .text(incoming.session?.formToken ?? "")
    return try frame.reply("settings", wrong == nil ? .ok : .unprocessableContent)
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
    let done =
      isForgetting ? "forgotten" : line == "reset" ? "reset" : line == "skip" ? nil : "saved"
    return incoming.back(or: "/settings", done: done)
      .with([.cookie(incoming.site.lookCookie(settings))] + (isForgetting ? [.forgotten] : []))
  }

  /// Changes one setting of the vault as `tl config set` does, or removes it: by an empty value, and by `reset`.
  static func saveVault(_ incoming: PageRequest) async throws -> Reply {
    guard let key = incoming.parameters.first.flatMap(VaultSetting.named) else {
      throw PageProblem.noSuchPage
    }
    let isReset = incoming.form?["reset"] != nil
    let text = isReset ? "" : (incoming.form?["value"] ?? "").trimmingBlanks
    do {
      let isChanged = try await incoming.write { writer in
        try writer.editSettings { settings in
          try key.changing(settings, to: text.isEmpty ? nil : text, zoneProblem: zoneProblem)
        }
      }
      let isZone = isChanged && key.text == "timezone"
      return incoming.back(
        or: "/settings", done: isZone ? "zone" : isReset ? "unset" : "saved")
    } catch let refusal as SettingRefusal {
      return try page(
        incoming,
        wrong: SettingsView.Wrong(
          key: key, value: text, sentence: PageWords.notSaved(refusal.reason)))
    }
  }

  @Sendable private static func zoneProblem(_ configuration: VaultConfiguration) -> String? {
    guard let name = configuration.timeZone, !TimeZoneNames.has(name) else { return nil }
    return "“\(name.clipped)” is no time zone; it is written as Europe/Paris or Asia/Tokyo"
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

/// A setting of the vault that the page changes, and how its line asks for it.
struct VaultSetting: Sendable {
  let key: SettingKey
  let label: String
  let how: String
  let field: Field

  enum Field: Sendable {
    /// Values with words for them; the first one stands for no setting.
    case choice([(value: String, label: String)])
    /// The default, shown where nothing is set, and proposals.
    case text(usual: String, proposals: [String] = [])
    case clock(usual: String)
  }

  /// The setting that a line of the page is about; nil for one that it does not change.
  static func named(_ text: String) -> SettingKey? { names.contains(text) ? SettingKey(text) : nil }

  private static let names: Set<String> = [
    "timezone", "person", "default_category", "since.display", "since.details", "since.day_start",
    "since.leap_day", "pin.color", "pin.icon", "location", "nudge.at", "nudge.mood", "daily.path",
    "daily.template", "path", "templates", "milestone_sets", "media.max_size", "media.max_sync",
    "site.title", "site.author", "site.language", "site.address", "site.accent",
  ]

  /// The lines, in their order.
  ///
  /// - Parameters:
  ///   - persons: the names of all.
  ///   - categories: those of the settings.
  static func all(persons: [String], categories: [String]) -> [VaultSetting] {
    let named = PageWords.settingLines
    func line(_ name: String, _ field: Field) -> VaultSetting? {
      guard let key = SettingKey(name), let words = named[name] else { return nil }
      return VaultSetting(key: key, label: words.label, how: words.how, field: field)
    }
    let nobody = [(value: "", label: PageWords.nobody)]
    let none = [(value: "", label: PageWords.noCategory)]
    return [
      line("timezone", .text(usual: "", proposals: TimeZoneNames.all)),
      line("person", .choice(nobody + persons.map { ($0, $0) })),
      line("default_category", .choice(none + categories.map { ($0, $0) })),
      line("since.display", .choice([("", "3.2 d"), ("subUnits", "3 d 5 hr")])),
      line("since.details", .choice([("", PageWords.no), ("true", PageWords.yes)])),
      line("since.day_start", .clock(usual: "00:00")),
      line(
        "since.leap_day",
        .choice([("", PageWords.february28), ("03-01", PageWords.march1)])),
      line("pin.color", .text(usual: "", proposals: ColorName.names)),
      line("pin.icon", .text(usual: "", proposals: CategorySymbol.names)),
      line("location", .choice([("", PageWords.yes), ("off", PageWords.no)])),
      line("milestone_sets", .text(usual: PageWords.usualSets)),
      line("nudge.at", .clock(usual: "")),
      line(
        "nudge.mood",
        .choice(
          [("", PageWords.moodOfTheTime)] + NudgeMood.allCases.map { ($0.rawValue, $0.rawValue) })),
      line("daily.path", .text(usual: "YYYY/MM/YYYY-MM-DD.md")),
      line("daily.template", .text(usual: "")),
      line("path", .text(usual: NotePaths.usualText)),
      line("templates", .text(usual: "")),
      line("media.max_size", .text(usual: "25 MiB")),
      line("media.max_sync", .text(usual: "500 MiB")),
      line("site.title", .text(usual: "")),
      line("site.author", .text(usual: "")),
      line("site.language", .text(usual: "en", proposals: ["en", "de", "vi"])),
      line("site.address", .text(usual: "")),
      line("site.accent", .text(usual: "", proposals: ColorName.names)),
    ].compactMap(\.self)
  }
}

/// The names of the system's time zones, as settings write them.
enum TimeZoneNames {
  static func has(_ name: String) -> Bool { all.contains(name) || name == "UTC" }

  /// Sorted.
  static let all = TimeZone.knownTimeZoneIdentifiers.sorted()
}
