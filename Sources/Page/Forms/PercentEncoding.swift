/// Segments of addresses (RFC 3986, 2.1).
enum PercentEncoding {
  /// Everything but letters, digits, `-`, `.`, `_` and `~` as `%XX`.
  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if isPlain(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Nil for an incomplete `%XX`, a NUL, and bytes that are not UTF-8.
  static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
