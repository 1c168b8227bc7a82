package import VaultFormat

/// The text of a note as HTML, and what was found in it.
package struct RenderedNote: Hashable, Sendable {
  package var html = SafeHTML()
  /// The text begins with an `h1`.
  package var hasTitle = false
  /// The media that are shown in the text, each once, in its order.
  package var media: [LinkTarget] = []
  /// The other links for which the resolver had an address, each once.
  package var links: [LinkTarget] = []
  /// The links and embeds for which it had none, each once.
  package var missing: [LinkTarget] = []
  /// The tags in the text, each once.
  package var tags: [Tag] = []
  /// The tasks with a box, in the order of the text.
  package var tasks: [TaskBox] = []
  /// Tables are shown as text: there are too many cells (`TableGuard`).
  package var leavesOutTables = false
  /// The text goes on where the HTML ends: one of the limits was reached.
  package var isCut = false
}
