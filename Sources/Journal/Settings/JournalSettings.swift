package import VaultFormat
package import VaultStore

/// The settings of a vault that the journal reads (docs/vault-format.md, part S).
///
/// A value that cannot be read has no effect, and is a problem.
package struct JournalSettings: Sendable {
  /// The name of the default person, of ages and milestones where nobody is named.
  package var person: String?
  package var leapDay = LeapDay.february28
  /// How elapsed times are shown.
  package var elapsed = ElapsedText.tenths
  /// Whether lists of trackers show what each is about, its last time and its interval.
  package var showsDetails = false
  /// When the day of a tracker begins, in seconds after midnight.
  package var dayStart = 0
  package var categories = CategorySettings()
  /// The category of new notes that have none.
  package var defaultCategory: String?
  package var milestones = MilestoneSettings()
  package var nudge = NudgeSettings()
  /// Which kinds of reminders are off.
  package var reminders = ReminderSettings()
  /// Of the public site.
  package var site = SiteSettings()
  package private(set) var problems: [SettingProblem] = []
  private let promptSetting: YAMLNode?

  package init(_ configuration: VaultConfiguration) {
    let settings = configuration.others
    promptSetting = settings["prompts"]
    categories = CategorySettings(settings["categories"])
    milestones = MilestoneSettings(
      milestones: settings["milestones"], sets: settings["milestone_sets"])
    nudge = NudgeSettings(settings["nudge"])
    reminders = ReminderSettings(settings["reminders"])
    site = SiteSettings(settings["site"])
    problems =
      categories.problems + milestones.problems + nudge.problems + reminders.problems
      + site.problems
      + prompts(.english).problems + PinSettings(settings["pin"]).problems
    if let node = settings["person"], !node.isNull {
      person = node.text.flatMap { $0.isEmpty ? nil : $0 }
      if node.text == nil { problems.report("person is not a name", at: node) }
    }
    if let node = settings["default_category"], !node.isNull {
      defaultCategory = node.text?.trimmingBlanks
      if node.text == nil { problems.report("default_category is not a name", at: node) }
    }
    if let node = settings["daily"], !node.isNull {
      do {
        _ = try DailyNotes(setting: node)
      } catch {
        problems.report("\(error)", at: node)
      }
    }
    if let node = settings["location"], !node.isNull, Self.flag(node) == nil {
      problems.report("location is not on or off", at: node)
    }
    readSince(settings["since"])
  }

  /// The prompts, with those of the vault.
  package func prompts(_ language: Language) -> PromptCatalogue {
    PromptCatalogue(language: language, setting: promptSetting)
  }

  /// Whether pages offer to ask a device where it is.
  package static func asksForLocation(_ configuration: VaultConfiguration) -> Bool {
    configuration.others["location"].flatMap(flag) ?? true
  }

  private static func flag(_ node: YAMLNode) -> Bool? { node.text.flatMap { Bool(lenient: $0) } }

  private mutating func readSince(_ node: YAMLNode?) {
    for entry in problems.entries(of: node, "since") {
      let (name, value, text) = (entry.key.text ?? "", entry.value, entry.value.text ?? "")
      switch name {
      case "display":
        switch text.lowercased() {
        case "tenths": elapsed = .tenths
        case "subunits": elapsed = .subUnits(2)
        default: problems.report("since.display is not tenths or subUnits", at: value)
        }
      case "day_start":
        guard let clock = ClockSyntax(word: text) else {
          problems.report("since.day_start is not a time such as 03:00", at: value)
          continue
        }
        dayStart = clock.secondOfDay
      case "leap_day":
        guard let day = LeapDay(rawValue: text) else {
          problems.report("since.leap_day is not 02-28 or 03-01", at: value)
          continue
        }
        leapDay = day
      case "details":
        guard let isOn = Self.flag(value) else {
          problems.report("since.details is not true or false", at: value)
          continue
        }
        showsDetails = isOn
      default: problems.report("since.\(name) is not a setting of a vault", at: entry.key)
      }
    }
  }
}

/// `pin`: the colour of the page, and the symbol beside places.
package struct PinSettings: Sendable {
  package var color: ColorName?
  package var icon: CategorySymbol?
  package private(set) var problems: [SettingProblem] = []

  package init(_ node: YAMLNode?) {
    for entry in problems.entries(of: node, "pin") {
      let text = entry.value.text ?? ""
      switch entry.key.text {
      case "color":
        color = ColorName(text)
        if color == nil {
          problems.report("pin.color is not a colour such as blue or #007aff", at: entry.value)
        }
      case "icon":
        // The name that Write-It-Down has for its usual pin.
        icon = CategorySymbol(text == "mappin" ? "📍" : text)
        if icon == nil {
          problems.report(
            "pin.icon is neither an emoji nor one of \(CategorySymbol.names.joined(separator: ", "))",
            at: entry.value)
        }
      default:
        problems.report("pin.\(entry.key.text ?? "") is not a setting of a vault", at: entry.key)
      }
    }
  }
}
