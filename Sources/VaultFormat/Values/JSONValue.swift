/// A JSON value, for output only (RFC 8259).
package indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// A JSON number of any length, as its digits.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// Keys in the order given.
  case object([(String, JSONValue)])

  /// Null for nil.
  package static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// On one line.
  package var compact: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// On many lines, two blanks for each level.
  package var pretty: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .number(let digits): text += digits
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let entries):
      Self.write(entries, between: ("{", "}"), to: &text, indent: indent) { entry, text, indent in
        Self.write(entry.0, to: &text)
        text += indent == nil ? ":" : ": "
        entry.1.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (open: String, close: String), to text: inout String,
    indent: Int?, _ writeElement: (Element, inout String, Int?) -> Void
  ) {
    text += brackets.open
    let inner = indent.map { $0 + 2 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      writeElement(element, &text, inner)
    }
    if let indent, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
    text += brackets.close
  }

  /// Adds a string in its quotes; `null` for nil.
  package static func write(_ value: String?, to text: inout String) {
    if let value { write(value, to: &text) } else { text += "null" }
  }

  /// Adds a string in its quotes.
  package static func write(_ value: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    // Nearly all keys, and most values of a list.
    if value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      text += value
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // DEL, C1, bidirectional controls and line separators too: JSON goes to terminals as well.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
        "\u{2066}"..."\u{2069}", "\u{61C}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
