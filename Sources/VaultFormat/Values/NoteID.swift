/// The id of a note: the scalar as written in the file, compared byte for byte (with `String ==`, é and e + U+0301 are
/// equal).
///
/// New notes get a lower-case UUID version 4, but any non-empty text is a valid id.
package struct NoteID: Hashable, Sendable {
  package let text: String

  /// Nil if `text` is empty.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// - Precondition: `text` is not empty.
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
  /// Compares bytes, so that all devices sort in the same order.
  package static func < (a: NoteID, b: NoteID) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}

extension NoteID {
  /// The lower-case text of the sixteen bytes of a UUID.
  package init(uuid bytes: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    self.init(nonEmpty: String(decoding: text, as: UTF8.self))
  }

  /// A random (version 4) id for a new note: RFC 9562, section 5.4.
  package static func random(using generator: inout some RandomNumberGenerator) -> NoteID {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return NoteID(uuid: bytes)
  }
}
