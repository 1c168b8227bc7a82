/// Writes JSON in ASCII: every other character is escaped, so that no reader can mistake the encoding.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  /// A comma is due before the next value or key.
  private var needsComma = false
  /// Apps refresh their token on any answer that contains `token_expired`: if true, that text is escaped in strings.
  private let hidesTokenExpired: Bool

  package init(hidesTokenExpired: Bool = false) {
    self.hidesTokenExpired = hidesTokenExpired
  }

  /// Removes and returns what was written so far.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Members whose values are strings, in this order.
  package mutating func members(_ members: KeyValuePairs<String, String>) {
    for (name, value) in members {
      key(name)
      string(value)
    }
  }

  package mutating func string(_ text: String) {
    var text = text
    quoted { json in text.withUTF8 { json.appendEscaped($0) } }
  }

  package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }
  package mutating func null() { word("null") }
  package mutating func number(_ value: Int64) { word("\(value)") }

  /// Writes the quotes of a string; `inside` writes the characters.
  mutating func quoted(_ inside: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    inside(&self)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func word(_ text: String) {
    separate()
    bytes += text.utf8
    needsComma = true
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}

// MARK: - Escapes

extension JSONWriter {
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.reserveCapacity(bytes.count + text.count + 2)
    var next = 0
    while next < text.count {
      let byte = text[next]
      if hidesTokenExpired, byte == UInt8(ascii: "_"), Self.isTokenExpired(around: next, in: text) {
        appendUnit(UInt32(byte))
        next += 1
      } else if byte < 0x80 {
        appendASCII(byte)
        next += 1
      } else {
        let (value, length) = Self.scalar(at: next, in: text)
        appendScalar(value)
        next += length
      }
    }
  }

  private static func isTokenExpired(
    around place: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    text[..<place].suffix(5).elementsEqual("token".utf8)
      && text[(place + 1)...].prefix(7).elementsEqual("expired".utf8)
  }

  private mutating func appendASCII(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0A: bytes += "\\n".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0x09: bytes += "\\t".utf8
    case 0..<0x20, 0x7F: appendUnit(UInt32(byte))
    default: bytes.append(byte)
    }
  }

  /// The text is valid UTF-8, so each lead byte has its continuation bytes.
  private static func scalar(
    at place: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (value: UInt32, length: Int) {
    let first = UInt32(text[place])
    func rest(_ offset: Int) -> UInt32 { UInt32(text[place + offset]) & 0x3F }
    if first < 0xE0 { return ((first & 0x1F) << 6 | rest(1), 2) }
    if first < 0xF0 { return ((first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3) }
    return ((first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
  }

  private mutating func appendScalar(_ value: UInt32) {
    guard value > 0xFFFF else { return appendUnit(value) }
    let above = value - 0x10000
    appendUnit(0xD800 + above >> 10)
    appendUnit(0xDC00 + above & 0x3FF)
  }

  private mutating func appendUnit(_ unit: UInt32) {
    bytes += "\\u".utf8
    for shift: UInt32 in [12, 8, 4, 0] {
      bytes.append(Self.digits[Int(unit >> shift & 15)])
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
