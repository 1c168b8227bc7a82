internal import VaultFormat

/// The results of one thread of a check.
struct CheckShard: Sendable {
  var findings: [LocatedFinding] = []
  var names = NameShard()
  /// The ids and paths of the notes, parallel to `notes`.
  var index = IndexShard()
  var notes: [CheckedNote] = []
  var links: [CheckedLink] = []
  /// The destinations of `links` as written.
  var destinations: [UInt8] = []
  /// The folder of each left-over temporary file; nil is the root.
  var leftovers: [VaultPath?] = []
  /// Trackers with conflict markers that can be taken out.
  var markedLogs: [VaultPath] = []
  /// Notes whose category the settings spell otherwise.
  var misspelled: [MisspelledCategory] = []
  /// Media folders without a note.
  var orphans: [VaultPath] = []

  func path(ofNote note: Int) -> VaultPath { index.path(of: index.notes[note]) }
}

/// A note with a category that the settings spell otherwise.
struct MisspelledCategory: Sendable {
  let path: VaultPath
  /// The spelling that the settings have.
  let spelling: String
}

/// The properties of a note that the other checks need.
struct CheckedNote: Sendable {
  /// The stored id, in the arena of the index; another note may have the same.
  var storedID: ArenaRange?
  var hasMediaFolder: Bool
  /// Keys can be added to the front matter.
  var isCompletable: Bool
  /// `created` comes from the file system, and the note has no such key.
  var lacksCreated: Bool
  /// Sealed, or a conflict copy, which is sealed while its note is: what its links say is not told.
  var isSealed = false
}

/// A link that may lead to a file of the vault.
struct CheckedLink: Sendable {
  /// The index of the note in the shard.
  var note: Int32
  var kind: MarkdownLink.Kind
  /// The range in `CheckShard.destinations`.
  var destination: ArenaRange
  /// The line, counted from 1.
  var line: Int32
  var column: Int32
}
