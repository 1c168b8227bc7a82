internal import Cryptography
package import VaultFormat

/// The synced content of a note.
package struct NoteContent: Hashable, Sendable {
  /// In the form of `WireText`.
  package var text: String
  /// In the order of the file, for reading; they compare as a set.
  package var tags: [Tag]
  package var isPinned: Bool
  /// In natural order of their names, without duplicate bytes.
  package var media: [MediaContent]

  package init(text: String, tags: [Tag], isPinned: Bool, media: [MediaContent] = []) {
    self.text = text
    self.tags = tags.contains { $0.text.utf8.contains(0) } ? Self.withoutNUL(tags) : tags
    self.isPinned = isPinned
    self.media = media
  }

  /// The content of a received note, without media.
  package init(_ note: WireNote) {
    self.init(
      text: WireText.withoutNUL(note.text),
      tags: Tag.unique(note.tags.compactMap { Tag(WireText.withoutNUL($0)) }),
      isPinned: note.isPinned)
  }

  private static func withoutNUL(_ tags: [Tag]) -> [Tag] {
    Tag.unique(tags.compactMap { Tag(WireText.withoutNUL($0.text)) })
  }

  /// The SHA-256 of text, tags and pin in lower-case hex.
  package var hash: String {
    var hash = SHA256()
    func add(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update($0) }
        hash.update(UnsafeRawBufferPointer(bytes))
      }
    }
    add(text)
    add(isPinned ? "pinned" : "")
    for tag in Set(tags).sorted() { add(tag.key) }
    return hash.hex
  }
}
