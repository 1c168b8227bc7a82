internal import VaultFormat

/// The names and values of a query or form (WHATWG URL, "application/x-www-form-urlencoded").
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

  /// Text escaped for a query: everything except letters, digits, `-`, `.`, `_` and `~` as `%XX`.
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
        result += "%" + [byte].hex.uppercased()
      }
    }
    return result
  }

  private static func decoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var next = 0
    while next < bytes.count {
      if bytes[next] == UInt8(ascii: "%"), next + 2 < bytes.count,
        let byte = [UInt8](hex: String(decoding: bytes[(next + 1)...(next + 2)], as: UTF8.self))
      {
        result += byte
        next += 3
      } else {
        result.append(bytes[next] == UInt8(ascii: "+") ? 0x20 : bytes[next])
        next += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
