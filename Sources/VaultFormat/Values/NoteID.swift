/// The identity of a note: the scalar as it stands in the file, compared byte for byte.
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

extension NoteID: Comparable {
  /// Byte order, so that every device sorts alike.
  package static func < (a: NoteID, b: NoteID) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}
