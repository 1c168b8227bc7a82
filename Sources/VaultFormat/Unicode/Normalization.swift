/// Canonical composition (NFC, UAX #15).
package enum Normalization {
  /// The text in NFC.
  package static func nfc(_ text: String) -> String {
    var text = text
    return text.withUTF8 { composed($0).map { String(decoding: $0, as: UTF8.self) } } ?? text
  }

  /// The bytes with all their text in NFC; bytes that are not UTF-8 stay as and where they are.
  package static func nfc(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { composed($0) } ?? bytes
  }

  /// The bytes with all their text in NFC; nil when that is what they are.
  private static func composed(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // Everything below U+0300, whose lead bytes are below 0xCC, stands for itself.
    guard bytes.contains(where: { $0 >= 0xCC }), !isSettled(bytes) else { return nil }
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

  /// Whether no scalar has to change or may join another.
  private static func isSettled(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let tables = UnicodeTables.shared
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      guard tables.properties(of: scalar.value).isSettledInNFC else { return false }
      index += scalar.length
    }
    return true
  }
}

extension [ClassedScalar] {
  /// The scalars as UTF-8, bytes that were not UTF-8 as they were.
  func utf8(capacity: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    for scalar in self { UTF8Scalar.append(scalar.value, to: &bytes) }
    return bytes
  }
}
