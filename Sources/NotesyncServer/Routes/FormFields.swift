/// Names and values as a query or a form has them (WHATWG URL, "application/x-www-form-urlencoded").
struct FormFields {
  private var values: [(name: String, value: String)] = []

  init(_ text: some StringProtocol) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "="))
      let name = pair[..<(equals ?? pair.endIndex)]
      let value = equals.map { pair[pair.index(after: $0)...] }
      values.append(
        (Self.decoded(Array(name)), Self.decoded(Array(value ?? pair[pair.endIndex...]))))
    }
  }

  /// The first value of that name.
  subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  /// Text as it may stand in a query: everything but letters, digits, `-`, `.`, `_` and `~` as `%XX`.
  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        || "-._~".unicodeScalars.contains(scalar)
      if isPlain {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  private static func decoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var next = 0
    while next < bytes.count {
      if bytes[next] == UInt8(ascii: "%"), next + 2 < bytes.count,
        let high = digit(bytes[next + 1]), let low = digit(bytes[next + 2])
      {
        result.append(high << 4 | low)
        next += 3
      } else {
        result.append(bytes[next] == UInt8(ascii: "+") ? 0x20 : bytes[next])
        next += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
