/// The identity of a note: the scalar as it stands in the file, compared byte for byte (`String` would take
/// é and e + U+0301 for the same).
///
/// New notes get a lower-case UUID version 4, but any non-empty text that someone wrote is an id.
package struct NoteID: Hashable, Sendable {
  package let text: String

  /// Nil when `text` is empty.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// `text` is known to be not empty.
  package init(nonEmpty text: String) {
    self.text = text
  }
}

extension NoteID {
  package static func == (a: NoteID, b: NoteID) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension NoteID: Comparable {
  /// Byte order, so that every device sorts alike.
  package static func < (a: NoteID, b: NoteID) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}
