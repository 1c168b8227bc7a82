/// Bytes in addresses: `%XX` (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// Encodes all but the unreserved characters (section 2.3): letters, digits, `-`, `.`, `_` and `~`.
  package static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    encoded(bytes) { $0.isASCIILetter || $0.isASCIIDigit || "-._~".utf8.contains($0) }
  }

  package static func encoded(
    _ bytes: some Sequence<UInt8>, except isPlain: (UInt8) -> Bool
  ) -> String {
    var result: [UInt8] = []
    append(Array(bytes), to: &result, except: isPlain)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends bytes that need not be text.
  package static func append(
    _ bytes: [UInt8], to text: inout [UInt8], except isPlain: (UInt8) -> Bool
  ) {
    for byte in bytes {
      if isPlain(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }

  /// Nil if a `%` does not begin an escape.
  package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next()?.hexadecimalValue, let low = rest.next()?.hexadecimalValue else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
  /// The value of a hexadecimal digit of either case; nil for any other character.
  package var hexadecimalValue: UInt8? {
    if isASCIIDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}

/// Any bytes as one word of a line: blanks, control characters, DEL and `%` are written as `%20`.
package enum EscapedBytes {
  package static func append(_ bytes: [UInt8], to line: inout [UInt8]) {
    PercentEncoding.append(bytes, to: &line, except: isPlain)
  }

  package static func encoded(_ text: String) -> String {
    PercentEncoding.encoded(text.utf8, except: isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "%")
  }

  /// Nil if a `%` is not followed by two hexadecimal digits.
  package static func decoded(_ word: ArraySlice<UInt8>) -> [UInt8]? {
    PercentEncoding.decoded(word)
  }
}

/// Base64 of a whole text (RFC 4648).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlAlphabet = Array(alphabet.dropLast(2)) + Array("-_".utf8)
  /// By ASCII code; 255 for characters that are not in the alphabet for addresses.
  private static let urlValues: [UInt8] = {
    var values = [UInt8](repeating: .max, count: 128)
    for (value, character) in urlAlphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// With padding (section 4).
  package static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    let text = encoded(Array(bytes), alphabet)
    let padding = repeatElement(UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
    return String(decoding: text + padding, as: UTF8.self)
  }

  /// For addresses and fields: with `-` and `_`, without padding (section 5).
  package static func urlEncoded(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: encoded(Array(bytes), urlAlphabet), as: UTF8.self)
  }

  // On an array: what is generic is not made for the types of other modules.
  private static func encoded(_ bytes: [UInt8], _ alphabet: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = ((bits << 8 | Int(byte)) & 0xFFFF, count + 8)
      while count >= 6 {
        count -= 6
        result.append(alphabet[bits >> count & 63])
      }
    }
    if count > 0 { result.append(alphabet[bits << (6 - count) & 63]) }
    return result
  }

  /// Nil for any other character; bits that mean nothing are ignored.
  package static func urlDecoded(_ text: some StringProtocol) -> [UInt8]? {
    let (bytes, values) = (Array(text.utf8), urlValues)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 4 * 3 + 3)
    var (bits, count) = (0, 0)
    for byte in bytes {
      guard byte < 128, values[Int(byte)] < 64 else { return nil }
      (bits, count) = ((bits << 6 | Int(values[Int(byte)])) & 0xFFFF, count + 6)
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return result
  }

  /// The bytes of a text that `urlEncoded` wrote; nil for anything else.
  package static func strictlyURLDecoded(_ text: some StringProtocol) -> [UInt8]? {
    urlDecoded(text).flatMap { urlEncoded($0).utf8.elementsEqual(text.utf8) ? $0 : nil }
  }
}

extension String {
  /// The text as one quoted word of a POSIX shell.
  package var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The text for a shell, unquoted if it has no character with a meaning there.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      byte.isASCIILetter || byte.isASCIIDigit || "/._-+:@%,".utf8.contains(byte)
    }
    return isPlain && !isEmpty && !hasPrefix("-") ? self : shellQuoted
  }
}

extension String {
  /// The first sixty characters, for a message.
  package var clipped: String {
    let start = prefix(60)
    return start.endIndex == endIndex ? self : start + "…"
  }
}
