package import Git
package import VaultFormat

/// What a sync, or an undo, did is taken back in a commit of its own.
package struct UndoPlan: Hashable, Sendable {
  package var commit: PlannedCommit
  /// What every device will see.
  package var changes: [TreeChange]
  /// Files of rules that stay as they are.
  package var keptRules: [VaultPath]
}
