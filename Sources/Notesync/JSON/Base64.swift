/// Writes base64 (RFC 4648, section 4), padded and without line ends, of bytes that come in pieces.
package struct Base64Encoder {
  static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes of the current group of three.
  private var rest: [UInt8] = []

  /// The number of characters that encode `count` bytes.
  static func length(of count: Int64) -> Int64 { (count + 2) / 3 * 4 }

  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    output.reserveCapacity(output.count + bytes.count / 3 * 4 + 8)
    var next = 0
    while !rest.isEmpty, next < bytes.count {
      rest.append(bytes[next])
      next += 1
      if rest.count == 3 {
        Self.append((rest[0], rest[1], rest[2]), to: &output)
        rest.removeAll(keepingCapacity: true)
      }
    }
    while next &+ 3 <= bytes.count {
      Self.append((bytes[next], bytes[next &+ 1], bytes[next &+ 2]), to: &output)
      next &+= 3
    }
    rest += bytes[next...]
  }

  /// Writes the remaining bytes with padding.
  mutating func finish(into output: inout [UInt8]) {
    guard let first = rest.first else { return }
    let second = rest.count > 1 ? rest[1] : 0
    Self.append((first, second, 0), to: &output)
    for place in 1...(3 - rest.count) { output[output.count - place] = UInt8(ascii: "=") }
    rest = []
  }

  @inline(__always)
  private static func append(_ group: (UInt8, UInt8, UInt8), to output: inout [UInt8]) {
    let bits = UInt32(group.0) << 16 | UInt32(group.1) << 8 | UInt32(group.2)
    output.append(alphabet[Int(bits >> 18)])
    output.append(alphabet[Int(bits >> 12 & 63)])
    output.append(alphabet[Int(bits >> 6 & 63)])
    output.append(alphabet[Int(bits & 63)])
  }
}

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

  /// Whether the input was valid and is complete.
  var isComplete: Bool { isValid && count == 0 }
}
