package import VaultFormat

/// The setting `nudge` of a vault: the daily reminder to write.
package struct NudgeSettings: Sendable {
  /// Seconds after midnight; without it there is no reminder.
  package private(set) var time: Int?
  /// Nil for the one that suits the time.
  package private(set) var mood: NudgeMood?
  package private(set) var problems: [SettingProblem] = []

  /// - Parameter setting: a map such as `{at: "19:00", mood: auto}`.
  package init(_ setting: YAMLNode? = nil) {
    for entry in problems.entries(of: setting, "nudge") {
      switch entry.key.text {
      case "at": readTime(entry.value)
      case "mood": readMood(entry.value)
      default:
        problems.report("nudge.\(entry.key.text ?? "") is not a setting of a vault", at: entry.key)
      }
    }
  }

  /// The wording of the reminder on a day.
  package func text(on day: CalendarDay, hour: Int, hasAchievement: Bool) -> String {
    let mood = mood ?? NudgeMood(on: day, hour: hour, hasAchievement: hasAchievement)
    return mood.text(on: day)
  }

  private mutating func readTime(_ node: YAMLNode) {
    let clock = node.text.flatMap { ClockSyntax(word: $0) }
    time = clock.flatMap { $0.hasSeconds ? nil : $0.secondOfDay }
    if time == nil { problems.report("nudge.at is not a time such as 19:00", at: node) }
  }

  private mutating func readMood(_ node: YAMLNode) {
    mood = node.text.flatMap(NudgeMood.init)
    guard mood == nil, node.text != "auto" else { return }
    let moods = NudgeMood.allCases.map(\.rawValue).joined(separator: ", ")
    problems.report("nudge.mood is not auto, \(moods)", at: node)
  }
}

/// The tone of the daily reminder.
package enum NudgeMood: String, Hashable, Sendable, CaseIterable {
  case reflective, inspirational, casual, achievement

  /// The mood for a time.
  ///
  /// - Parameters:
  ///   - hour: 0 to 23, of the vault's clock.
  ///   - hasAchievement: whether a tracker met its goal yesterday, or a milestone is at most seven days old.
  package init(on day: CalendarDay, hour: Int, hasAchievement: Bool) {
    let isWeekend = day.weekday == .saturday || day.weekday == .sunday
    self =
      switch hour {
      case _ where hasAchievement: .achievement
      case ..<18 where isWeekend: .casual
      case 6...14: .inspirational
      case 15...22: .reflective
      default: .casual
      }
  }

  /// The wording of a day, another one each day.
  package func text(on day: CalendarDay) -> String {
    guard let texts = Self.texts[self], let year = CalendarDay(year: day.year, month: 1, day: 1)
    else { return "" }
    return texts[(day.number - year.number) % texts.count]
  }

  /// In the order of their indices; no list is empty.
  private static let texts: [NudgeMood: [String]] = {
    var texts: [NudgeMood: [String]] = [:]
    for row in DataTable(PackageResources.nudges_tsv).rows where row.count == 3 {
      guard let mood = NudgeMood(rawValue: row[0]) else { continue }
      texts[mood, default: []].append(row[2])
    }
    return texts
  }()
}
