internal import Foundation
internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// How this browser shows the page, and the settings of the vault; each line is a form of its own.
enum SettingsRoutes {
  static let settings: Route.Handler = { try page($0, wrong: nil) }

  private static func page(_ incoming: PageRequest, wrong: SettingsView.Wrong?) throws -> Reply {
    var frame = PageFrame(incoming, title: "Settings")
    frame.styles = ["settings.css"]
    frame.scripts = ["part.js", "settings.js", "notify.js"]
    frame.values =
      SettingsView(
        incoming: incoming, vault: try SettingsDocument(of: incoming.vault.folder), wrong: wrong
      ).values
    frame.values["formToken"] = .text(incoming.session?.formToken ?? "")
    return try frame.reply("settings", wrong == nil ? .ok : .unprocessableContent)
  }

  /// Changes one line of this browser's settings.
  static func saveDevice(_ incoming: PageRequest) async throws -> Reply {
    var settings = DeviceSettings(incoming.request)
    let line = try incoming.parameter { $0 }
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
    let key = try incoming.parameter(VaultSetting.named)
    let isReset = incoming.form?["reset"] != nil
    let values = incoming.form?.fields.all("value") ?? []
    let text = isReset ? "" : values.joined(separator: ", ").trimmingBlanks
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
          key: key, value: text, sentence: "Not saved: \(refusal.reason)."))
    }
  }

  @Sendable private static func zoneProblem(_ configuration: VaultConfiguration) -> String? {
    guard let name = configuration.timeZone, !TimeZoneNames.has(name) else { return nil }
    return "“\(name.clipped)” is no time zone; it is written as Europe/Paris or Asia/Tokyo"
  }
}

/// A setting of the vault that the page changes, and how its line asks for it.
struct VaultSetting: Sendable {
  let key: SettingKey
  let label: String
  let how: String
  let field: Field

  enum Field: Sendable {
    /// Values with words for them; the first one stands for no setting. A few short ones are all in sight.
    case choice([(value: String, label: String)], isShort: Bool = false)
    /// Values of which each is on or off, with words for them, and those that are on where nothing is set.
    case several([(value: String, label: String)], usual: Set<String>)
    /// The default, shown where nothing is set, and proposals.
    case text(usual: String, proposals: [String] = [])
    case clock(usual: String)
  }

  /// The setting that a line of the page is about; nil for one that it does not change.
  static func named(_ text: String) -> SettingKey? { names.contains(text) ? SettingKey(text) : nil }

  private static let names = Set(PageWords.settingLines.keys)
}

/// Settings of the vault that belong together, under one heading.
struct VaultSettingGroup: Sendable {
  var title: String
  /// Shown on request: for those who know the files of a vault.
  var isFolded = false
  var settings: [VaultSetting]

  /// In their order.
  ///
  /// - Parameter register: has the names that can be chosen.
  static func all(_ register: PersonRegister) -> [VaultSettingGroup] {
    let persons = register.sorted.map { (value: $0.title, label: $0.title) }
    let categories = register.settings.categories.categories.map {
      (value: $0.name, label: $0.name)
    }
    let moods = NudgeMood.allCases.map { (value: $0.rawValue, label: $0.rawValue) }
    let isOn = [(value: "", label: "Yes"), (value: "off", label: "No")]
    return [
      VaultSettingGroup(
        title: PageWords.people,
        settings: lines(
          ("person", .choice([("", "Nobody")] + persons)),
          (
            "milestone_sets",
            .several(
              MilestoneSet.allCases.map { ($0.rawValue, PageWords.name(of: $0)) },
              usual: Set(MilestoneSettings().sets.map(\.rawValue)))
          ),
          ("since.leap_day", .choice([("", "28 February"), ("03-01", "1 March")], isShort: true)))),
      VaultSettingGroup(
        title: "Writing",
        settings: lines(
          ("default_category", .choice([("", "None")] + categories)),
          ("nudge.at", .clock(usual: "")),
          ("nudge.mood", .choice([("", "as suits the time")] + moods)),
          ("location", .choice(isOn, isShort: true)))),
      VaultSettingGroup(
        title: PageWords.trackers,
        settings: lines(
          (
            "since.display",
            .choice(
              [("", "3 days"), ("tenths", "3.2 d"), ("subUnits", "3d 5hr")], isShort: true)
          ),
          ("since.details", .choice([("", "No"), ("true", "Yes")], isShort: true)),
          ("since.day_start", .clock(usual: "00:00")))),
      VaultSettingGroup(
        title: "Colour and places",
        settings: lines(
          ("pin.color", .text(usual: "", proposals: ColorName.names)),
          ("pin.icon", .text(usual: "", proposals: CategorySymbol.names)))),
      VaultSettingGroup(
        title: "Public site", isFolded: true,
        settings: lines(
          ("site.title", .text(usual: "")), ("site.author", .text(usual: "")),
          ("site.language", .text(usual: "en", proposals: ["en", "de", "vi"])),
          ("site.address", .text(usual: "")),
          ("site.accent", .text(usual: "", proposals: ColorName.names)))),
      VaultSettingGroup(
        title: "Files and folders", isFolded: true,
        settings: lines(
          ("timezone", .text(usual: "", proposals: TimeZoneNames.all)),
          ("path", .text(usual: NotePaths.usualText)),
          ("daily.path", .text(usual: "YYYY/MM/YYYY-MM-DD.md")),
          ("daily.template", .text(usual: "")), ("templates", .text(usual: "")),
          ("media.max_size", .text(usual: "25 MiB")), ("media.max_sync", .text(usual: "500 MiB"))
        )),
    ]
  }

  private static func lines(_ lines: (name: String, field: VaultSetting.Field)...)
    -> [VaultSetting]
  {
    lines.compactMap { name, field in
      guard let key = SettingKey(name), let words = PageWords.settingLines[name] else { return nil }
      return VaultSetting(key: key, label: words.label, how: words.how, field: field)
    }
  }
}

/// The names of the system's time zones, as settings write them.
enum TimeZoneNames {
  static func has(_ name: String) -> Bool { all.contains(name) || name == "UTC" }

  /// Sorted.
  static let all = TimeZone.knownTimeZoneIdentifiers.sorted()
}
