internal import VaultFormat

/// The names and values of a query or form (WHATWG URL, "application/x-www-form-urlencoded").
package struct FormFields {
  private var values: [(name: String, value: String)] = []

  package init(_ text: some StringProtocol) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let value = pair.dropFirst(name.count + 1)
      values.append((Self.decoded(Array(name)), Self.decoded(Array(value))))
    }
  }

  /// The first value of that name.
  package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  /// Text escaped for a query: everything except letters, digits, `-`, `.`, `_` and `~` as `%XX`.
  package static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + [byte].hex.uppercased()
    }.joined()
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
