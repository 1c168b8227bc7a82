internal import VaultFormat

/// A received photo or sound, with its bytes in a file.
package struct WireMedia: Hashable, Sendable {
  package var id: String
  package var noteID: String
  /// `image`, `audio`, or another value from the sender.
  package var kind: String
  /// The name that the app sent: never to be used as a path.
  package var filename: String
  package var contentType: String
  /// The checksum that the app sent; compare `normalizedChecksum`.
  package var checksum: String
  package var data: ReceivedData

  /// Without `sha256:` and blanks, in lower case; nil if it is not a SHA-256.
  package var normalizedChecksum: String? { Self.normalized(checksum) }

  package static func normalized(_ checksum: String) -> String? {
    var hex = checksum.lowercased()
    if hex.hasPrefix("sha256:") { hex.removeFirst(7) }
    while hex.first?.isWhitespace == true { hex.removeFirst() }
    while hex.last?.isWhitespace == true { hex.removeLast() }
    let isHex = hex.utf8.allSatisfy { $0.isASCIIDigit || 0x61...0x66 ~= $0 }
    return hex.utf8.count == 64 && isHex ? hex : nil
  }

  /// Whether the data do not have the declared checksum.
  ///
  /// False if no comparable checksum was declared.
  package var hasWrongChecksum: Bool {
    normalizedChecksum.map { $0 != data.sha256 } ?? false
  }
}
