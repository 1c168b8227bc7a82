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
