package import VaultFormat

/// What reminders can be about.
package enum ReminderKind: String, CaseIterable, Hashable, Sendable {
  /// Trackers that are due.
  case trackers
  /// The daily reminder to write.
  case nudge
  case birthdays
  /// Notes of this day in earlier years.
  case memories
  /// Milestones of the person of the vault that are ahead.
  case milestones
  /// Sealed notes that open.
  case capsules
}

/// The setting `reminders` of a vault or of a person: which kinds of reminders are off.
package struct ReminderSettings: Sendable {
  private var choices: [ReminderKind: Bool] = [:]
  package private(set) var problems: [SettingProblem] = []

  /// - Parameter setting: a map such as `{birthdays: off}`.
  package init(_ setting: YAMLNode? = nil) {
    for entry in problems.entries(of: setting, "reminders") {
      guard let kind = entry.key.text.flatMap(ReminderKind.init) else {
        let kinds = ReminderKind.allCases.map(\.rawValue).joined(separator: ", ")
        let name = entry.key.text.map(\.clipped) ?? ""
        problems.report("reminders.\(name) is not one of \(kinds)", at: entry.key)
        continue
      }
      choices[kind] = entry.value.text.flatMap { Bool(lenient: $0) }
      if choices[kind] == nil {
        problems.report("reminders.\(kind.rawValue) is not on or off", at: entry.value)
      }
    }
  }

  /// Whether a kind is told; all are unless they are switched off.
  package func isOn(_ kind: ReminderKind) -> Bool { choices[kind] ?? true }

  /// These settings, where another one does not say otherwise.
  package func overridden(by other: ReminderSettings) -> ReminderSettings {
    var settings = self
    settings.choices.merge(other.choices) { $1 }
    return settings
  }
}
