internal import SystemCalls
package import VaultFormat
internal import VaultStore

/// A note that a scan reads, as a visitor sees it.
///
/// Valid during the visit alone: its bytes are those of a buffer that the next note takes over. Of a sealed note it has
/// what is shown of it.
package struct ScannedNote {
  package let note: IndexedNote
  /// Its place among the notes of its thread.
  let number: Int32
  private let parts: NoteParts
  /// Those in the front matter; nil if only libyaml can read it.
  private let keys: KnownKeySet?
  /// A `TagList`.
  private let tags: [UInt8]
  private let file: ScannedFile

  init(
    _ note: IndexedNote, number: Int32, _ parts: NoteParts, keys: KnownKeySet?,
    tags: [UInt8], file: ScannedFile
  ) {
    (self.note, self.number, self.parts, self.keys) = (note, number, parts, keys)
    (self.tags, self.file) = (tags, file)
  }

  /// The text without the front matter; the beginning of a long one if the visitor does not need the body.
  package var body: UnsafeBufferPointer<UInt8> { parts.body }

  /// Calls `body` with the text of each tag; no two of them are the same tag.
  package func forEachTag(_ body: (ArraySlice<UInt8>) -> Void) {
    TagList.forEachText(in: tags[...], body)
  }

  /// The front matter.
  package var head: NoteDocument { NoteDocument(Array(parts.bytes[..<parts.bodyStart])) }

  /// False only if the front matter surely has none of the keys; a key without a value counts.
  package func mayHave(_ wanted: KnownKeySet) -> Bool {
    keys.map { !$0.isDisjoint(with: wanted) } ?? true
  }

  /// Whether the front matter has one of the keys, with a value or without.
  func has(_ wanted: KnownKeySet) -> Bool {
    if let keys { return !keys.isDisjoint(with: wanted) }
    return !wanted.isDisjoint(
      with: KnownKeySet(head.frontMatter?.knownFields.keys.map { $0 } ?? []))
  }

  /// The kinds of its media, which are read from its folder; none if that cannot be read.
  package var mediaKinds: [MediaKind] {
    guard file.hasMediaFolder, !note.flags.contains(.isSealed) else { return [] }
    return (try? file.folder.mediaKinds(ofStem: Array(file.stem))) ?? []
  }
}

/// Gathers something of the notes that a scan adds to its index; each thread has one of its own.
package protocol NoteVisitor: Sendable {
  /// Whether whole notes are needed, with their tags; otherwise the beginning of a long note may be all there is.
  static var needsBody: Bool { get }

  /// Called once for each note that matches the query, before it is decided which of several files owns an id.
  mutating func visit(_ note: ScannedNote)
}

/// A visitor as a scanner calls it.
struct AnyNoteVisitor {
  let needsBody: Bool
  let visit: (ScannedNote) -> Void
}

/// A note that a scan is about to read.
///
/// The name's bytes are valid while its batch is processed.
struct ScannedFile {
  let name: UnsafeBufferPointer<UInt8>
  let folder: WalkedFolder
  let folderIndex: Int32
  let hasMediaFolder: Bool

  var path: VaultPath { folder.path(of: name) }

  /// The name without its extension.
  var stem: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: name[..<(NoteName.stemLength(name) ?? name.count)])
  }

  /// The searchable part of the file name: the stem without a date at its beginning.
  var searchedName: UnsafeBufferPointer<UInt8> {
    let stem = stem
    return UnsafeBufferPointer(rebasing: stem[FileNameDate.length(inStem: stem)...])
  }

  /// The index entry with the data that are known without the front matter.
  ///
  /// Without `created` the date in the file's name counts, then the earlier of birth and last change.
  func note(created: NoteTime?, zone: TimeZoneRules) -> IndexedNote {
    var flags: IndexedNote.Flags = hasMediaFolder ? .hasMediaFolder : []
    if let created = created ?? FileNameDate.time(inStem: stem, zone: zone) {
      return IndexedNote(folder: folderIndex, created: created, flags: flags)
    }
    flags.insert(.createdIsGuessed)
    let guessed = folder.descriptor.creationTime(of: Array(name)).map {
      NoteTime(instant: $0.seconds, zone: zone)
    }
    return IndexedNote(
      folder: folderIndex, created: guessed ?? NoteTime(instant: 0, zone: zone), flags: flags)
  }
}

/// Finds the notes that have one of a few keys.
struct KeyVisitor: NoteVisitor {
  let keys: KnownKeySet
  private(set) var numbers: [Int32] = []

  static let needsBody = false

  init(_ keys: KnownKeySet) { self.keys = keys }

  mutating func visit(_ note: ScannedNote) {
    if note.has(keys) { numbers.append(note.number) }
  }
}

/// A set of known keys, as bits of a number.
package struct KnownKeySet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  package init(arrayLiteral keys: KnownKey...) {
    for key in keys { insert(key) }
  }

  package init(_ keys: some Sequence<KnownKey>) {
    for key in keys { insert(key) }
  }

  mutating func insert(_ key: KnownKey) { bits |= 1 << UInt64(key.rawValue) }

  func isDisjoint(with other: KnownKeySet) -> Bool { bits & other.bits == 0 }
}
