/// Reads base64 (RFC 4648, section 4) that comes in pieces.
///
/// Strict: the standard alphabet, padded to a multiple of four, no other characters.
package struct Base64Decoder {
  private var bits: UInt32 = 0
  /// The number of characters in the current group of four.
  private var count = 0
  private var padding = 0
  private(set) var isValid = true

  /// 64 marks characters outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, character) in Base64Encoder.alphabet.enumerated() {
      values[Int(character)] = UInt8(value)
    }
    return values
  }()

  /// Appends the decoded piece; nothing after the first invalid character.
  mutating func read(_ piece: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    guard isValid else { return }
    output.reserveCapacity(output.count + piece.count / 4 * 3 + 3)
    Self.values.withUnsafeBufferPointer { values in
      for character in piece {
        guard isValid else { return }
        decode(character, values, into: &output)
      }
    }
  }

  @inline(__always)
  private mutating func decode(
    _ character: UInt8, _ values: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) {
    let value = values[Int(character)]
    if value < 64, padding == 0 {
      bits = bits << 6 | UInt32(value)
    } else if character == UInt8(ascii: "="), count >= 2 {
      bits <<= 6
      padding += 1
    } else {
      isValid = false
      return
    }
    count += 1
    guard count == 4 else { return }
    count = 0
    output.append(UInt8(truncatingIfNeeded: bits >> 16))
    if padding < 2 { output.append(UInt8(truncatingIfNeeded: bits >> 8)) }
    if padding < 1 { output.append(UInt8(truncatingIfNeeded: bits)) }
    bits = 0
  }

  /// The bytes of a text that `Base64Encoder.urlSafe` wrote; nil for anything else.
  package static func urlSafe(_ text: some StringProtocol) -> [UInt8]? {
    var standard = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
    var decoder = Base64Decoder()
    var bytes: [UInt8] = []
    standard.withUnsafeBufferPointer { decoder.read($0, into: &bytes) }
    // Also strict about padding, the other alphabet, and bits that mean nothing.
    let isSame = Base64Encoder.urlSafe(bytes).utf8.elementsEqual(text.utf8)
    return decoder.isComplete && isSame ? bytes : nil
  }

  /// Whether the input was valid and is complete.
  var isComplete: Bool { isValid && count == 0 }
}
