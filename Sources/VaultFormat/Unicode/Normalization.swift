/// Canonical composition (NFC, UAX #15).
package enum Normalization {
  /// The text in NFC.
  package static func nfc(_ text: String) -> String {
    var text = text
    return text.withUTF8 { composed($0).map { String(decoding: $0, as: UTF8.self) } } ?? text
  }

  /// Converts UTF-8 text to NFC; invalid bytes stay in place.
  package static func nfc(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { composed($0) } ?? bytes
  }

  /// The text in NFC; nil if it already is.
  private static func composed(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // Scalars below U+0300, whose lead bytes are below 0xCC, are in NFC.
    guard bytes.contains(where: { $0 >= 0xCC }), !isInert(bytes) else { return nil }
    let tables = UnicodeTables.shared
    var scalars: [ClassedScalar] = []
    scalars.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      tables.appendDecomposition(of: scalar.value, compatibility: false, to: &scalars)
      index += scalar.length
    }
    scalars.orderCanonically()
    scalars.composeCanonically(with: tables)
    return scalars.utf8(capacity: bytes.count)
  }

  /// Whether no scalar changes in NFC or may compose with another.
  private static func isInert(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let tables = UnicodeTables.shared
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      guard tables.properties(of: scalar.value).isInertInNFC else { return false }
      index += scalar.length
    }
    return true
  }
}

extension [ClassedScalar] {
  /// The scalars as UTF-8, and invalid bytes as they were.
  func utf8(capacity: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    for scalar in self { UTF8Scalar.append(scalar.value, to: &bytes) }
    return bytes
  }
}
