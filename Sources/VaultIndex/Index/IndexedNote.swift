package import VaultFormat

/// What the index keeps of one note: enough to order it, to list it and to find it again.
///
/// Text lies in its shard's arena, so that a hundred thousand notes are a few large blocks of memory.
package struct IndexedNote: Sendable {
  /// Which of `IndexShard.folders` holds the file.
  var folder: Int32
  var name = ArenaRange()
  var id = ArenaRange()
  /// Of the id's bytes; equal ids have equal hashes.
  var idHash: UInt64 = 0
  var title = ArenaRange()
  /// The tags' texts, as `TagList` writes them.
  var tags = ArenaRange()
  /// `created`, `date`, the date in the file's name, or the earlier of the file's birth and last change.
  package var created: NoteTime
  /// `created` where the note has no `updated`.
  package var updated: NoteTime
  /// `created` where the note has no `date`.
  package var date: NoteTime
  /// Where `order` is absent: behind every number.
  package var order = Double.infinity
  package var flags: Flags
  /// The query lets it through.
  ///
  /// The others stay known for the sake of their ids; they have no title and no tags here.
  var isMatch = true

  init(folder: Int32, created: NoteTime, flags: Flags) {
    self.folder = folder
    self.created = created
    updated = created
    date = created
    self.flags = flags
  }

  mutating func set(updated: NoteTime?, date: NoteTime?, order: Double?, isPinned: Bool) {
    if let updated { self.updated = updated }
    if let date {
      self.date = date
      flags.insert(.hasDate)
    }
    if let order { self.order = order }
    if isPinned { flags.insert(.pinned) }
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let pinned = Flags(rawValue: 1)
    /// The id stands in the file, and this file is the note that owns it.
    package static let storesID = Flags(rawValue: 2)
    package static let hasMediaFolder = Flags(rawValue: 4)
    /// The front matter cannot be read.
    package static let isBroken = Flags(rawValue: 8)
    /// `created` comes from the file system: the note itself does not say when it was made.
    package static let createdIsGuessed = Flags(rawValue: 16)
    package static let hasDate = Flags(rawValue: 32)
    /// The id was seen, not parsed: enough for a note that the query leaves out, unless another bears it too.
    static let idIsUnconfirmed = Flags(rawValue: 64)
  }
}

/// Bytes in an arena.
struct ArenaRange: Sendable {
  var start: UInt32 = 0
  var count: UInt32 = 0

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
