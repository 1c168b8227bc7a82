package import VaultFormat

/// The settings `milestones` and `milestone_sets` of a vault.
package struct MilestoneSettings: Sendable {
  struct Entry: Sendable {
    let id: String
    /// Nil for a name alone.
    let title: String?
    let window: AgeWindow?
    /// The title of an entry that has none and is not in the catalogue.
    let titleOfID: String
  }

  let entries: [Entry]
  package private(set) var sets = MilestoneSet.standard
  package private(set) var problems: [SettingProblem]

  /// - Parameters:
  ///   - milestones: a map of ids to `TITLE [ (FROM-TO UNIT)]`, or a list of names.
  ///   - sets: a list of sets; without one, the standard sets are on.
  package init(milestones: YAMLNode? = nil, sets: YAMLNode? = nil) {
    let listed = milestones.map { SettingEntries($0, of: "milestones") }
    entries = (listed?.entries ?? []).map { entry in
      let parts = entry.text.partsAtParentheses
      let window = parts.flatMap { AgeWindow($0.inside) }
      let title = window == nil ? entry.text : parts?.before ?? ""
      return Entry(
        id: entry.id, title: title.isEmpty ? nil : title, window: window, titleOfID: entry.title)
    }
    problems = listed?.problems ?? []
    guard let sets, !sets.isNull else { return }
    if case .mapping = sets.content {
      problems.append(SettingProblem(message: "milestone_sets is not a list of sets", at: sets))
      return
    }
    let names = SettingEntries(sets, of: "milestone_sets")
    problems += names.problems
    self.sets = []
    for name in names.entries.map(\.id) {
      if let set = MilestoneSet(rawValue: name) {
        self.sets.insert(set)
      } else {
        let all = MilestoneSet.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append(
          SettingProblem(message: "milestone_sets has no set \(name); there are \(all)", at: sets))
      }
    }
  }
}
