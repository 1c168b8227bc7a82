internal import VaultFormat

/// What one thread of a check gathered.
struct CheckShard: Sendable {
  var findings: [LocatedFinding] = []
  var names = NameShard()
  /// The notes' ids; parallel to `notes`.
  var index = IndexShard()
  var notes: [CheckedNote] = []
  var links: [CheckedLink] = []
  /// The destinations of `links` as written.
  var destinations: [UInt8] = []
  /// The folder of each left-over temporary file; nil is the root.
  var leftovers: [VaultPath?] = []
  /// Media folders without a note.
  var orphans: [VaultPath] = []

  func path(ofNote note: Int) -> VaultPath { index.path(of: index.notes[note]) }
}

/// What the other checks have to know of a note.
struct CheckedNote: Sendable {
  /// The id as the file stores it, in the index's arena; it may be another note's.
  var storedID: ArenaRange?
  var hasMediaFolder: Bool
  /// Nothing about the file keeps a line from being added to its front matter.
  var isCompletable: Bool
  /// `created` comes from the file system, and the file says nothing of its own there.
  var lacksCreated: Bool
}

/// A link that may lead to a file of the vault.
struct CheckedLink: Sendable {
  /// Index in the shard's notes.
  var note: Int32
  var kind: MarkdownLink.Kind
  /// In `CheckShard.destinations`.
  var destination: ArenaRange
  /// From 1.
  var line: Int32
  var column: Int32
}
