package import VaultFormat
package import VaultStore

/// The name of a setting of a vault that a person changes one by one: `person`, or `since.display`.
package struct SettingKey: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case text, flag
    /// Texts, separated by commas.
    case list
  }

  /// Of the setting.
  package let name: String
  /// Of an entry, if the setting is a map.
  package let entry: String?
  package let kind: Kind

  /// As it is written.
  package var text: String { entry.map { "\(name).\($0)" } ?? name }

  /// All but the entries of `prompts` and `milestones`, which have names of your own.
  package static let all: [SettingKey] =
    choices + ReminderKind.allCases.map { SettingKey("reminders.\($0.rawValue)", .flag) }

  private static let choices: [SettingKey] = [
    ("timezone", .text), ("person", .text), ("default_category", .text), ("since.display", .text),
    ("since.details", .flag), ("since.day_start", .text), ("since.leap_day", .text),
    ("nudge.at", .text), ("nudge.mood", .text), ("daily.path", .text), ("daily.template", .text),
    ("path", .text), ("templates", .list), ("milestone_sets", .list), ("pin.color", .text),
    ("pin.icon", .text),
    ("site.title", .text), ("site.author", .text), ("site.language", .text),
    ("site.address", .text),
    ("site.accent", .text),
    ("location", .text), ("media.max_size", .text), ("media.max_sync", .text),
  ].map { text, kind in SettingKey(text, kind) }

  /// The maps whose entries have names of your own.
  private static let open = ["prompts", "milestones"]

  /// Nil if a vault has no such setting, or not one that is changed one by one.
  package init?(_ text: String) {
    if let key = Self.all.first(where: { $0.text == text }) {
      self = key
      return
    }
    self.init(text, .text)
    guard Self.open.contains(name), let entry, !entry.isEmpty else { return nil }
  }

  private init(_ text: String, _ kind: Kind) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    entry = parts.count > 1 ? String(parts[1]) : nil
    self.kind = kind
  }

  /// The value in a settings file; nil if it is not there.
  package func value(in settings: SettingsDocument) -> YAMLNode? {
    let node = entry.map { settings.value(of: $0, in: name) } ?? settings.value(of: name)
    return node.flatMap { $0.isNull ? nil : $0 }
  }

  /// The settings with another value; nil removes it.
  package func set(
    to text: String?, in settings: SettingsDocument
  ) throws(SettingsEditError) -> SettingsDocument {
    let value = text.map(written)
    guard let entry else { return try settings.setting(name, to: value) }
    // A list of names becomes a map of them.
    let isListed = Self.open.contains(name) && settings.value(of: name).map { !$0.isNull } ?? false
    let map = isListed ? try settings.makingMap(ofList: name) : settings
    return try map.setting(entry, of: name, to: value)
  }

  private func written(_ text: String) -> FieldValue {
    switch kind {
    case .text: return .text(text)
    case .flag: return Bool(lenient: text).map(FieldValue.bool) ?? .text(text)
    case .list:
      return .list(text.split(separator: ",").map(\.trimmingBlanks).filter { !$0.isEmpty })
    }
  }
}

/// A value that tl cannot read; nothing is stored then.
package struct SettingRefusal: Error, Hashable, Sendable {
  /// Names the setting: `since.leap_day is not 02-28 or 03-01`.
  package let reason: String
}

extension SettingKey {
  /// The settings with another value, which tl can read; nil removes it.
  ///
  /// What could not be read before is no reason to refuse.
  ///
  /// - Parameter zoneProblem: what is wrong with the time zone, which the system knows or not.
  /// - Throws: a `SettingRefusal`, or a `SettingsEditError`.
  package func changing(
    _ settings: SettingsDocument, to text: String?,
    zoneProblem: (VaultConfiguration) -> String?
  ) throws -> SettingsDocument {
    func problems(of settings: SettingsDocument) -> [String] {
      let configuration = VaultConfiguration(parsing: settings.bytes)
      return configuration.findings.map(\.message)
        + JournalSettings(configuration).problems.map(\.message)
        + [zoneProblem(configuration)].compactMap(\.self)
    }
    let new = try set(to: text, in: settings)
    let known = problems(of: settings)
    if let problem = problems(of: new).first(where: { !known.contains($0) }) {
      throw SettingRefusal(reason: problem)
    }
    return new
  }
}
