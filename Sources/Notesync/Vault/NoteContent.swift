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

/// A picture or a sound in a note's media folder.
package struct MediaContent: Hashable, Sendable {
  package var path: VaultPath
  /// Lower-case hex.
  package var sha256: String
  /// The size of the file in bytes.
  package var size: Int64
  package var type: ContentType
}

/// A note of a vault in the terms of the protocol.
package struct VaultNote: Sendable {
  package var path: VaultPath
  /// The stored id, else the provisional one.
  package var id: NoteID
  package var isIDStored: Bool
  package var content: NoteContent
  package var created: NoteTime
  package var updated: NoteTime
}

/// A note that is not sent as it is.
package struct BlockedNote: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The file cannot be read; with the reason.
    case unreadable(String)
    /// Its media cannot be read; with the reason.
    case unreadableMedia(String)
    /// The front matter cannot be read, so the note's id and tags are unknown.
    case brokenFrontMatter
    /// The file has the id of another note.
    case repeatedID
    case notUTF8
    /// The file holds another note than the one that was there.
    case otherNote
    /// It is a page, or sealed until a later day, and is not meant for the apps.
    case staysInVault
  }

  package var path: VaultPath
  package var id: NoteID
  package var reason: Reason
}

/// The parts of a note that can be merged if both sides changed it: tags and pin.
package struct NoteLabels: Hashable, Sendable {
  /// In the order of the file, for reading; they compare as a set.
  package var tags: [Tag]
  package var isPinned: Bool
}

extension NoteLabels {
  package init(_ content: NoteContent) {
    self.init(tags: content.tags, isPinned: content.isPinned)
  }

  /// Merges both sides over `base`: with the tags that either added, without those that either removed, and with the
  /// pin of the side that changed it.
  ///
  /// - Parameter base: nil if unknown: then no tag is removed, and the later pin counts.
  package static func joined(
    base: NoteLabels?, here: NoteLabels, there: NoteLabels, thereIsLater: Bool
  ) -> NoteLabels {
    let removed = Set(base?.tags ?? []).subtracting(here.tags)
    let known = Set(base?.tags ?? []).union(there.tags)
    let tags =
      there.tags.filter { !removed.contains($0) } + here.tags.filter { !known.contains($0) }
    let isPinned =
      if let base, here.isPinned != there.isPinned { !base.isPinned } else {
        thereIsLater ? there.isPinned : here.isPinned
      }
    return NoteLabels(tags: tags, isPinned: isPinned)
  }
}

/// The synced text of a note: the body without one blank line after the front matter and without one final line end.
package enum WireText {
  /// Without U+0000, which servers refuse; nil if the body is not UTF-8, since it would not be restored unchanged.
  package static func of(_ document: NoteDocument) -> String? {
    guard let text = String(validating: trimmed(document), as: UTF8.self) else { return nil }
    return withoutNUL(text)
  }

  /// A received text without U+0000.
  package static func withoutNUL(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return String(text.unicodeScalars.filter { $0.value != 0 }.map(Character.init))
  }

  private static func trimmed(_ document: NoteDocument) -> ArraySlice<UInt8> {
    var body = document.body
    if document.layout.frontMatter != nil { body = body.dropFirst(lineEnd(atStartOf: body)) }
    if body.last == 0x0A {
      body.removeLast()
      if body.last == 0x0D { body.removeLast() }
    }
    return body
  }

  private static func lineEnd(atStartOf body: ArraySlice<UInt8>) -> Int {
    if body.first == 0x0A { return 1 }
    return body.prefix(2).elementsEqual([0x0D, 0x0A]) ? 2 : 0
  }

  /// The document with another text; the blank line and the final line end stay as they are if the text then reads back
  /// the same, else both are added.
  ///
  /// Returns the same bytes if the document has that text already.
  package static func replacing(_ document: NoteDocument, with text: String) -> NoteDocument {
    let wanted = withoutNUL(text)
    if let present = of(document), present.utf8.elementsEqual(wanted.utf8) { return document }
    let end = document.usesCRLF ? [0x0D, 0x0A] : [UInt8(0x0A)]
    // A closing fence at the very end needs a line end before a text can follow.
    let isUnended = document.layout.frontMatter != nil && document.bytes.last != 0x0A
    let document =
      isUnended && document.body.isEmpty ? NoteDocument(document.bytes + end) : document
    let body = document.body
    let opening = document.layout.frontMatter == nil ? 0 : lineEnd(atStartOf: body)
    let head = Array(body.prefix(opening))
    let tail = body.last == 0x0A || body.isEmpty ? end : []
    // After a text that ends with CR alone, LF would form one line end with it.
    let candidates = [
      (head, tail), (head, end), (end, tail), (end, end), (head, [0x0D, 0x0A]),
      (end, [0x0D, 0x0A]),
    ]
    for (head, tail) in candidates {
      let candidate = document.replacingBody(with: head + Array(wanted.utf8) + tail)
      if let read = of(candidate), read.utf8.elementsEqual(wanted.utf8) { return candidate }
    }
    return document.replacingBody(with: end + Array(wanted.utf8) + end)
  }
}

extension NoteDocument {
  /// The first line ends with CR LF.
  fileprivate var usesCRLF: Bool {
    guard let feed = bytes.firstIndex(of: 0x0A), feed > 0 else { return false }
    return bytes[feed - 1] == 0x0D
  }
}
