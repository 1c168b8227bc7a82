package import VaultFormat
package import VaultIndex

/// The settings of a page.
package struct PageSettings: Sendable {
  /// Where browsers find it, such as `http://tl-9f3ac1d2e8.localhost:8787`.
  package var origin: String
  /// Private addresses with the origin's port show the page too: where a phone does not find the name.
  package var isHome = false
  /// Empty, or the path in front of every address, such as `/tl`.
  package var prefix = ""
  /// Nothing can be changed.
  package var isReadOnly = false
  /// The vault and how it is kept in step.
  package var source: LiveSource
  package var surroundings: Surroundings
  /// For sessions: absolute, private, outside of the vault.
  package var stateFolder: String
  /// The path of tl-media; nil if it is not installed: then there are only originals.
  package var mediaProgram: String?
  /// Nil where only codes let somebody in.
  package var accounts: PageAccounts?
  /// The name of the vault in the page's head.
  package var vaultName: String
  /// How long a write waits for another program's, in seconds.
  package var lockTimeout = 10
  /// For syncs, history and repairs; nil for a page without them.
  package var care: CareSettings?

  package init(
    origin: String, source: LiveSource, surroundings: Surroundings, stateFolder: String,
    vaultName: String
  ) {
    self.origin = origin
    self.source = source
    self.surroundings = surroundings
    self.stateFolder = stateFolder
    self.vaultName = vaultName
  }
}
