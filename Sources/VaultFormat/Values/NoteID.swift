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

/// The id of a note that has none stored: UUID version 5 of its path.
///
/// docs/vault-format.md, part I. Devices that store it independently store the same id.
package enum ProvisionalID {
  /// tl's own namespace: UUID version 5 of the URL namespace (RFC 9562, appendix A) and
  /// `https://tl.invalid/note`.
  static let namespace: [UInt8] = UUIDv5.make(
    namespace: [
      0x6B, 0xA7, 0xB8, 0x11, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30,
      0xC8,
    ], name: Array("https://tl.invalid/note".utf8))

  /// The id of the note at `path`.
  ///
  /// - Parameter number: from 1; 2 and more, for a path whose id another file already has stored, hash `path#2` and so
  ///   on.
  package static func of(_ path: VaultPath, number: Int = 1) -> NoteID {
    var name = Normalization.nfc(path.bytes)
    if number > 1 { name += Array("#\(number)".utf8) }
    return id(namespace, name)
  }

  /// The id that `doctor --fix` stores in a copy: UUID version 5 of the id in both files and the path of the copy.
  package static func ofCopy(_ id: NoteID, at path: VaultPath) -> NoteID {
    self.id(namespace, Array(id.text.utf8) + [0] + Normalization.nfc(path.bytes))
  }

  /// The id of a conflict copy: UUID version 5 of the note's id and the hex of the losing blob id.
  package static func ofConflict(_ id: NoteID, blob: String) -> NoteID {
    self.id(namespace, Array(id.text.utf8) + [0] + Array(blob.utf8))
  }

  /// The id of the note of a day, the same on every device.
  package static func ofDay(_ day: CalendarDay) -> NoteID {
    id(namespace, Array("daily/\(day)".utf8))
  }

  private static func id(_ namespace: [UInt8], _ name: [UInt8]) -> NoteID {
    NoteID(uuid: UUIDv5.make(namespace: namespace, name: name))
  }
}
