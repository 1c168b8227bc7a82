package import VaultFormat

/// The milestones that tl knows, and those of a vault's settings.
package struct MilestoneCatalogue: Sendable {
  /// The shipped ones in the order of their file, then the vault's own in the order of the settings.
  package private(set) var milestones: [Milestone]
  private var ids: [NameKey: Int] = [:]
  private var titles: [NameKey: Int] = [:]

  /// - Parameter language: of the titles; English where there is no translation.
  package init(
    language: Language = .english, settings: MilestoneSettings = MilestoneSettings()
  ) {
    milestones = Self.shipped
    for (index, milestone) in milestones.enumerated() {
      ids[NameKey(milestone.id.utf8)] = index
      for name in Self.names(of: milestone) { titles[NameKey(name.utf8)] = index }
      milestones[index].title =
        Translation.milestones.text(of: milestone.id, in: language) ?? milestone.title
      milestones[index].isListed =
        milestone.set == .pregnancy || milestone.set.map(settings.sets.contains) ?? false
    }
    for entry in settings.entries { add(entry) }
  }

  /// The milestone with an id, or with a title in any language, without regard to case.
  package subscript(name: String) -> Milestone? {
    index(of: name).map { milestones[$0] }
  }

  /// What a note says about a milestone: the value of its key, and a title for its heading.
  package func written(_ name: String) -> (value: String, title: String) {
    self[name].map { ($0.id, $0.title) } ?? (name, name)
  }

  /// What equal milestones have in common, whether a note has the id, a title or a text of its own.
  package func key(of name: String) -> NameKey {
    NameKey((self[name]?.id ?? name).utf8)
  }

  /// What a note may say for a milestone: that name itself, its id, its titles in all languages and its other names.
  package func spellings(of name: String) -> [String] {
    guard let index = index(of: name) else { return [name] }
    let milestone = milestones[index]
    return [name, milestone.id, milestone.title]
      + (Self.shipped.first { $0.id == milestone.id }.map(Self.names) ?? [])
  }

  private func index(of name: String) -> Int? {
    let key = NameKey(name.utf8)
    return ids[key] ?? titles[key]
  }

  /// Adds an entry of the settings; of one that is there already, it changes what it says.
  private mutating func add(_ entry: MilestoneSettings.Entry) {
    let known = index(of: entry.id)
    let index = known ?? milestones.count
    if known == nil {
      milestones.append(
        Milestone(
          id: entry.id, title: entry.titleOfID, set: nil, basis: .own, window: nil, isListed: true)
      )
      ids[NameKey(entry.id.utf8)] = index
    }
    milestones[index].isListed = true
    if let title = entry.title { milestones[index].title = title }
    titles[NameKey(milestones[index].title.utf8)] = index
    if let window = entry.window {
      (milestones[index].window, milestones[index].basis) = (window, .own)
    }
  }

  // MARK: - The shipped ones

  private static let shipped: [Milestone] = {
    let rows = DataTable(PackageResources.milestones_tsv).rows
    let ages = checklistAges(rows)
    return rows.compactMap { row in
      guard row.count == 7, let set = MilestoneSet(rawValue: row[1]),
        let basis = Milestone.Basis(rawValue: row[5])
      else { return nil }
      return Milestone(
        id: row[0], title: row[6], set: set, basis: basis, window: window(row, ages),
        isListed: false)
    }
  }()

  /// The English title, those in other languages and other names of a shipped milestone.
  private static func names(of milestone: Milestone) -> [String] {
    [milestone.title] + Translation.milestones.texts(of: milestone.id)
      + otherNames.filter { $0[0] == milestone.id }.map { $0[1] }
  }

  private static let otherNames = DataTable(PackageResources.milestones_names_tsv).rows
    .filter { $0.count == 2 }

  private static func window(_ row: [String], _ checklistAges: [Int]) -> AgeWindow? {
    guard let unit = CalendarUnit(word: row[4]), let to = MilestoneAge(row[3], unit) else {
      return nil
    }
    if let from = MilestoneAge(row[2], unit) { return AgeWindow(from: from, to: to) }
    let before = checklistAges.last { $0 * 10 < to.tenths } ?? 0
    return AgeWindow(by: to, opens: MilestoneAge(months: before))
  }

  /// The ages of the checklists of the CDC, in months.
  ///
  /// A checklist says only by which age. A milestone is looked for since the checklist before.
  private static func checklistAges(_ rows: [[String]]) -> [Int] {
    let ages = rows.filter { $0.count == 7 && $0[5] == Milestone.Basis.cdc.rawValue }
      .compactMap { Int($0[3]) }
    return Set(ages).sorted()
  }
}

/// A milestone of the catalogue.
package struct Milestone: Hashable, Sendable {
  /// Where its ages come from.
  package enum Basis: String, Sendable, CaseIterable {
    /// The WHO Motor Development Study, 1st to 99th percentile.
    case who
    /// The checklists of the CDC: three quarters of children or more by that age.
    case cdc
    /// Ours: wide on purpose, or the day of a celebration.
    case tl
    /// The vault's settings, or nowhere.
    case own
  }

  package let id: String
  package internal(set) var title: String
  /// Nil for one that only the vault's settings or a note have.
  package let set: MilestoneSet?
  package internal(set) var basis: Basis
  /// Nil for a milestone of any age.
  package internal(set) var window: AgeWindow?
  /// Whether lists have it before it is reached: its set is on, or the vault's settings name it.
  package internal(set) var isListed: Bool
}

extension Milestone {
  /// One that the catalogue does not have: free text.
  init(text: String) {
    self.init(
      id: text, title: text, set: nil, basis: .own, window: nil, isListed: false)
  }
}

/// A group of milestones, which the setting `milestone_sets` switches on.
package enum MilestoneSet: String, Hashable, Sendable, CaseIterable {
  case development, firsts, celebrations
  case eastAsian = "east-asian"
  case southAsian = "south-asian"
  case islamic, jewish, christian
  /// For a person who is not born yet.
  case pregnancy

  static let standard: Set<MilestoneSet> = [.development, .firsts, .celebrations]
}

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
      problems.report("milestone_sets is not a list of sets", at: sets)
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
        problems.report("milestone_sets has no set \(name); there are \(all)", at: sets)
      }
    }
  }
}
