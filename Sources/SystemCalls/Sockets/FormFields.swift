/// The names and values of a query or form (WHATWG URL, "application/x-www-form-urlencoded").
package struct FormFields: Sendable {
  private var values: [(name: String, value: String)] = []

  package init(_ text: some StringProtocol) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let value = pair.dropFirst(name.count + 1)
      values.append((Self.decoded(Array(name)), Self.decoded(Array(value))))
    }
  }

  /// Nil for more than `limit` names and values, empty ones among them.
  package init?(_ text: some StringProtocol, limit: Int) {
    guard text.utf8.count(where: { $0 == UInt8(ascii: "&") }) < limit else { return nil }
    self.init(text)
  }

  package init(_ values: [(name: String, value: String)]) {
    self.values = values
  }

  package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  /// All values of that name, in the order of the form.
  package func all(_ name: String) -> [String] {
    values.lazy.filter { $0.name == name }.map(\.value)
  }

  private static func decoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var next = 0
    while next < bytes.count {
      if bytes[next] == UInt8(ascii: "%"), next + 2 < bytes.count,
        let high = hexValue(bytes[next + 1]), let low = hexValue(bytes[next + 2])
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

  /// The value of a hex digit of either case; nil for anything else.
  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
