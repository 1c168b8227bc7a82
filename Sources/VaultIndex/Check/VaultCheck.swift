package import VaultFormat
package import VaultStore

/// The result of a vault check.
package struct VaultCheck: Sendable {
  /// Sorted by path, line and column.
  package var findings: [LocatedFinding]
  /// The safe repairs, in the order in which to run them; each note and folder occurs once.
  package var repairs: [Repair]
  /// The number of actions in all repairs.
  package var repairCount: Int { repairs.reduce(0) { $0 + $1.actionCount } }
  package var noteCount: Int
}
