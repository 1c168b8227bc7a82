internal import VaultFormat

/// The id of a note as one segment of an address.
///
/// An id is any text. One of `0-9`, `A-Z`, `a-z`, `.`, `_` and `-` stands as it is, unless a browser would take it for a
/// folder (`.`, `..`); any other as `~` and base64url (RFC 4648, 5) without padding.
enum NoteAddress {
  static func segment(of id: NoteID) -> String {
    let isPlain = id.text.utf8.allSatisfy(isPlain) && id.text != "." && id.text != ".."
    return isPlain ? id.text : "~" + Base64URL.encoded(id.text.utf8)
  }

  /// The id, or its beginning; nil if the segment can be neither.
  static func id(in segment: String) -> String? {
    guard segment.utf8.first == UInt8(ascii: "~") else { return segment.isEmpty ? nil : segment }
    return Base64URL.decoded(segment.dropFirst()).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "._-".utf8.contains(byte)
    }
  }
}
