internal import Crypto
package import VaultFormat

/// What of a note travels.
package struct NoteContent: Hashable, Sendable {
  /// As `WireText` has it.
  package var text: String
  /// In the order of the file, for reading; they compare as a set.
  package var tags: [Tag]
  package var isPinned: Bool
  /// In natural order of their names, each with other bytes than the others.
  package var media: [MediaContent]

  package init(text: String, tags: [Tag], isPinned: Bool, media: [MediaContent] = []) {
    self.text = text
    self.tags = tags.contains { $0.text.utf8.contains(0) } ? Self.withoutNUL(tags) : tags
    self.isPinned = isPinned
    self.media = media
  }

  /// What arrived, without its media.
  package init(_ note: WireNote) {
    self.init(
      text: WireText.withoutNUL(note.text),
      tags: Tag.unique(note.tags.compactMap { Tag(WireText.withoutNUL($0)) }),
      isPinned: note.isPinned)
  }

  private static func withoutNUL(_ tags: [Tag]) -> [Tag] {
    Tag.unique(tags.compactMap { Tag(WireText.withoutNUL($0.text)) })
  }

  /// Lower-case hex of a SHA-256 over text, tags and pin: equal exactly where these are.
  package var hash: String {
    var hash = SHA256()
    func add(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update(bufferPointer: $0) }
        hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
      }
    }
    add(text)
    add(isPinned ? "pinned" : "")
    for tag in Set(tags).sorted() { add(tag.key) }
    return hash.finalize().hex
  }
}

/// A picture or a sound in a note's media folder.
package struct MediaContent: Hashable, Sendable {
  package var path: VaultPath
  /// Lower-case hex.
  package var sha256: String
  /// In bytes.
  package var size: Int64
  package var type: MediaType

  package init(path: VaultPath, sha256: String, size: Int64, type: MediaType) {
    self.path = path
    self.sha256 = sha256
    self.size = size
    self.type = type
  }
}

/// A note of a vault as the protocol sees it.
package struct VaultNote: Sendable {
  package var path: VaultPath
  /// The stored id, else the provisional one.
  package var id: NoteID
  package var isIDStored: Bool
  package var content: NoteContent
  package var created: NoteTime
  package var updated: NoteTime
}

/// A note that cannot travel as it is.
package struct BlockedNote: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The file cannot be read; the text says why.
    case unreadable(String)
    /// Its media cannot.
    case unreadableMedia(String)
    /// The front matter cannot be read, and so neither the note's id nor its tags.
    case brokenFrontMatter
    /// The id that stands in the file is that of another note.
    case repeatedID
    /// The text is not UTF-8.
    case notUTF8
    /// The file holds another note than the one that was there.
    case otherNote
  }

  package var path: VaultPath
  package var id: NoteID
  package var reason: Reason
}
