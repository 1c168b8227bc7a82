internal import VaultFormat

/// A link that may lead to a file of the vault.
struct CheckedLink: Sendable {
  /// The index of the note in the shard.
  var note: Int32
  var kind: MarkdownLink.Kind
  /// The range in `CheckShard.destinations`.
  var destination: ArenaRange
  /// From 1.
  var line: Int32
  var column: Int32
}
