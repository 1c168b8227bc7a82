/// Any bytes as one word of a line: blanks, control characters, DEL and `%` are written as `%20`.
package enum EscapedBytes {
  package static func append(_ bytes: [UInt8], to line: inout [UInt8]) {
    for byte in bytes {
      if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") {
        PercentEncoding.append(byte, to: &line)
      } else {
        line.append(byte)
      }
    }
  }

  /// Nil if a `%` is not followed by two hexadecimal digits.
  package static func decoded(_ word: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(word.count)
    var rest = word
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value)
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    default: nil
    }
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
