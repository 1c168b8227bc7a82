internal import Foundation
internal import Journal
internal import VaultFormat

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
    ].compactMap(\.self)
  }
}

/// The names of the system's time zones, as settings write them.
enum TimeZoneNames {
  static func has(_ name: String) -> Bool { all.contains(name) || name == "UTC" }

  /// Sorted.
  static let all = TimeZone.knownTimeZoneIdentifiers.sorted()
}
