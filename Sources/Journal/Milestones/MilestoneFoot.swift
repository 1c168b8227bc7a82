/// What stands below a list of milestones: where its ages come from, and that they are no medical advice.
package enum MilestoneFoot {
  /// The lines for the ages that entries show; none for what is done, and for days of celebrations.
  package static func lines(for entries: [MilestoneEntry]) -> [String] {
    let bases = Set(
      entries.filter { $0.state != .done && $0.days != nil && !$0.isExact }.map(\.milestone.basis))
    let sources = Milestone.Basis.allCases.filter(bases.contains).compactMap(source)
    return sources.isEmpty ? [] : sources + [advice]
  }

  private static func source(_ basis: Milestone.Basis) -> String? {
    switch basis {
    case .who:
      "WHO: Motor Development Study, 2006; 98 of 100 children are within these ages."
    case .cdc:
      "CDC: \"Learn the Signs. Act Early.\", 2022; 75 of 100 children or more by that age."
    case .tl: "tl: our own ages, wide on purpose."
    case .own: nil
    }
  }

  private static let advice =
    "This is no medical advice, and neither WHO nor CDC endorses it."
}
