extension Sequence<UInt8> {
  /// Two lower-case digits for each byte.
  package var hex: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      for digit in [byte >> 4, byte & 15] {
        digits.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Decodes hex digits of either case, two per byte; nil for anything else.
  package init?(hex: some StringProtocol) {
    let digits = Array(hex.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    reserveCapacity(digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[place..<(place + 2)], as: UTF8.self)
      // Rejects a sign, which `UInt8(_:radix:)` accepts.
      guard digits[place] >= 0x30, let byte = UInt8(pair, radix: 16) else { return nil }
      append(byte)
    }
  }
}
