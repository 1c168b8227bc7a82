package import Git
package import VaultFormat

/// A new commit that reverts a sync, or an undo.
package struct UndoPlan: Hashable, Sendable {
  package var commit: PlannedCommit
  /// The changes that every device will see.
  package var changes: [TreeChange]
  /// Ignore and attribute files that stay unchanged.
  package var keptRules: [VaultPath]
}
