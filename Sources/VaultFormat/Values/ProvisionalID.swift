/// The id of a note that stores none: UUID version 5 of its path.
///
/// docs/vault-format.md, part I. Two devices that store it apart store the same.
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
  /// `number` counts from 1; 2 and more is for a path whose id another file stores already, and
  /// hashes `path#2` and so on.
  package static func of(_ path: VaultPath, number: Int = 1) -> NoteID {
    var name = Normalization.nfc(path.bytes)
    if number > 1 { name += Array("#\(number)".utf8) }
    return id(namespace, name)
  }

  /// The id that `doctor --fix` stores in a copy: UUID version 5 of the id that both files bear and
  /// the copy's path.
  package static func ofCopy(_ id: NoteID, at path: VaultPath) -> NoteID {
    self.id(namespace, Array(id.text.utf8) + [0] + Normalization.nfc(path.bytes))
  }

  /// The id of a conflict copy: UUID version 5 of the note's id and the hex of the losing blob's id.
  package static func ofConflict(_ id: NoteID, blob: String) -> NoteID {
    self.id(namespace, Array(id.text.utf8) + [0] + Array(blob.utf8))
  }

  private static func id(_ namespace: [UInt8], _ name: [UInt8]) -> NoteID {
    NoteID(uuid: UUIDv5.make(namespace: namespace, name: name))
  }
}

extension NoteID {
  /// The lower-case text of sixteen bytes.
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
