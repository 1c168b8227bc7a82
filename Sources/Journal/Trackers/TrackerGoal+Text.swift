package import VaultFormat

extension TrackerGoal {
  /// As it is shown: `at most 2 cups per day`.
  package var text: String {
    let limit = bound == .atMost ? "\(bound.rawValue) " : ""
    let amount = unit.isEmpty ? NumberText.of(number) : "\(NumberText.of(number)) \(unit)"
    return "\(limit)\(amount) per \(period.rawValue)"
  }
}
