package import VaultFormat

/// The ignore rules of a walk of everything.
package struct EverythingRules: Sendable {
  /// Of git's files outside the work tree; a `.gitignore` has precedence.
  package var outer: IgnoreRules
  /// Whether to enter an ignored folder, because it has a tracked file.
  package var entersIgnored: @Sendable (VaultPath) -> Bool

  package init(
    outer: IgnoreRules = IgnoreRules(),
    entersIgnored: @escaping @Sendable (VaultPath) -> Bool = { _ in false }
  ) {
    self.outer = outer
    self.entersIgnored = entersIgnored
  }
}
