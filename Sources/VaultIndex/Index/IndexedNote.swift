package import VaultFormat

/// A note in the index: the properties needed to sort, list and open it.
///
/// Texts are in the shard's arena, and rare properties in tables of the shard: with 48 bytes each, a million notes are
/// a few large blocks of memory.
package struct IndexedNote: Sendable {
  /// The index of the folder in `IndexShard.folders`.
  var folder: Int32
  /// The start of the name in the shard's arena; the id follows it.
  var texts: UInt32 = 0
  /// The hash of the id's bytes; equal ids have equal hashes.
  var idHash: UInt64 = 0
  /// `created`, `date`, the date in the file's name, or the earlier of the file's birth and last change.
  package var created: NoteTime
  /// `updated`, else `created`.
  package var updated: NoteTime
  /// `date`, else `created`.
  package var date: NoteTime
  /// 0 if the arena has the id as a `PackedUUID`.
  var idLength: UInt32 = 0
  var nameLength: UInt16 = 0
  package var flags: Flags

  init(folder: Int32, created: NoteTime, flags: Flags) {
    self.folder = folder
    self.created = created
    updated = created
    date = created
    self.flags = flags
  }

  /// The note matches the query.
  ///
  /// Other notes are kept for their ids, without title and tags.
  var isMatch: Bool {
    get { !flags.contains(.isLeftOut) }
    set { if newValue { flags.remove(.isLeftOut) } else { flags.insert(.isLeftOut) } }
  }

  mutating func set(updated: NoteTime?, date: NoteTime?, isPinned: Bool) {
    if let updated { self.updated = updated }
    if let date {
      self.date = date
      flags.insert(.hasDate)
    }
    if isPinned { flags.insert(.pinned) }
  }

  mutating func set(kind: PageKind?, isEvent: Bool, hasBirthday: Bool) {
    flags.kind = kind
    if isEvent { flags.insert(.isEvent) }
    if hasBirthday { flags.insert(.hasBirthday) }
  }

  /// The time by which a list with this key is ordered; nil if it is ordered by something else.
  package func time(by key: TimelineOrder.Key) -> NoteTime? {
    switch key {
    case .created: created
    case .updated: updated
    case .date: date
    case .title, .order: nil
    }
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let pinned = Flags(rawValue: 1)
    /// The id is stored in the file, and this file owns it.
    package static let storesID = Flags(rawValue: 2)
    package static let hasMediaFolder = Flags(rawValue: 4)
    /// The front matter cannot be read.
    package static let isBroken = Flags(rawValue: 8)
    /// `created` comes from the file system, since the note has no such time.
    package static let createdIsGuessed = Flags(rawValue: 16)
    package static let hasDate = Flags(rawValue: 32)
    /// The id was found but not parsed, which is enough for a note that does not match, unless another has the same.
    static let idIsUnconfirmed = Flags(rawValue: 64)
    /// The note does not match the query.
    fileprivate static let isLeftOut = Flags(rawValue: 128)
    /// The key `tracker` says that the note counts as an event.
    package static let isEvent = Flags(rawValue: 256)
    /// A name of the key `birthday` has a value, which may make an ordinary note a person.
    package static let hasBirthday = Flags(rawValue: 512)
    /// The note is sealed today: its title says until when, and it has neither tags nor text here.
    package static let isSealed = Flags(rawValue: 2048)
    /// The key `people` names somebody.
    package static let namesPeople = Flags(rawValue: 1024)

    /// What the file is; nil for an ordinary note.
    ///
    /// In the highest four bits, as its number from 1 among all kinds.
    package var kind: PageKind? {
      get {
        let number = Int(rawValue >> 12)
        return number == 0 ? nil : PageKind.allCases[number - 1]
      }
      set {
        let number = newValue.flatMap { PageKind.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        self = Flags(rawValue: rawValue & 0x0FFF | UInt16(truncatingIfNeeded: number) << 12)
      }
    }
  }
}
