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
struct NoteObserver {
  let needsBody: Bool
  let visit: (ScannedNote) -> Void
}
