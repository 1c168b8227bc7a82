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
