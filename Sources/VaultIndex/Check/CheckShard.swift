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
  /// Media folders without a note.
  var orphans: [VaultPath] = []

  func path(ofNote note: Int) -> VaultPath { index.path(of: index.notes[note]) }
}
