/// Key-value pairs as lines of `key: value`, for files that users may read.
///
/// Control characters, DEL and `%` are written as `%0A`, so that a value of any bytes is one line and is restored
/// exactly.
package struct RecordText: Hashable {
  private(set) var lines: [Line] = []

  struct Line: Hashable {
    var key: String
    var value: [UInt8]
  }

  package init() {}

  package subscript(key: String) -> [UInt8]? {
    lines.first { $0.key == key }?.value
  }

  package func text(_ key: String) -> String? {
    self[key].map { String(decoding: $0, as: UTF8.self) }
  }

  /// All lines, in order.
  package var allLines: [(key: String, value: [UInt8])] { lines.map { ($0.key, $0.value) } }

  package mutating func append(_ key: String, _ value: some Sequence<UInt8>) {
    lines.append(Line(key: key, value: Array(value)))
  }

  package mutating func append(_ key: String, _ value: String) {
    append(key, value.utf8)
  }
}

// MARK: - Bytes

extension RecordText {
  /// Ignores invalid lines.
  package init(parsing bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = String(decoding: line[..<colon], as: UTF8.self)
      let value = line[(colon + 1)...]
      let isPadded = value.first == UInt8(ascii: " ")
      append(key, Self.unescaped(isPadded ? value.dropFirst() : value))
    }
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.key.utf8
      bytes += ": ".utf8
      for byte in line.value {
        if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") {
          bytes += [UInt8(ascii: "%"), Self.digit(byte >> 4), Self.digit(byte & 0xF)]
        } else {
          bytes.append(byte)
        }
      }
      bytes.append(0x0A)
    }
    return bytes
  }

  private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let escaped = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }
}
