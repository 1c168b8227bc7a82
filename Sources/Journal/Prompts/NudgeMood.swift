package import VaultFormat

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
