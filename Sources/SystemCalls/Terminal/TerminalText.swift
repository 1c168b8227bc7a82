/// Text from a vault or from another program, made safe for a terminal.
///
/// Control characters (C0, C1, DEL), bidirectional controls and line separators are shown as symbols: a
/// note cannot move the cursor, set a title, or show other text than it contains.
package enum TerminalText {
  /// One line: line ends and tabs become symbols too.
  package static func line(_ text: String) -> String { safe(text, keepsLines: false) }

  /// Several lines: LF and tab stay, and the CR of a CRLF goes.
  package static func block(_ text: String) -> String { safe(text, keepsLines: true) }

  private static func safe(_ text: String, keepsLines: Bool) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    // Not a view of scalars: what is appended to one as a sequence copies the whole.
    var result = ""
    var scalars = text.unicodeScalars.makeIterator()
    var pending = scalars.next()
    while let scalar = pending {
      pending = scalars.next()
      if keepsLines {
        if scalar == "\n" || scalar == "\t" {
          result.unicodeScalars.append(scalar)
          continue
        }
        if scalar == "\r", pending == "\n" { continue }
      }
      if let symbol = symbol(of: scalar) {
        result += symbol
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The replacement of a character that a terminal would act on; nil for ordinary ones.
  private static func symbol(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value).map(String.init)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
      0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      "<U+" + hexadecimal(scalar.value) + ">"
    default: nil
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
