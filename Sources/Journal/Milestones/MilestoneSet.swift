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
