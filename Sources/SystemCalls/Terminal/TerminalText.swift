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

/// The width of text in terminal columns: CJK and emoji take two, marks none.
///
/// After Unicode Standard Annex 11 (East Asian Width W and F) and UTS 51 for emoji.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  package static func of(_ text: Substring) -> Int { of(String(text)) }

  /// The longest beginning that fits into `width` columns, with `…` if the text was truncated.
  package static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var result = ""
    var used = 0
    for character in text {
      let next = of(character)
      if used + next > max(0, width - 1) { break }
      result.append(character)
      used += next
    }
    return width > 0 ? result + "…" : ""
  }

  /// The text with blanks behind it up to `width` columns.
  package static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  private static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let asksForEmoji = character.unicodeScalars.contains {
      $0.value == 0xFE0F || $0.value == 0x20E3
    }
    if asksForEmoji || first.properties.isEmojiPresentation || isWide(first) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

/// Colours and emphasis of a terminal; plain text if they are off.
package struct Style: Sendable {
  package let isOn: Bool
  /// Whether the terminal has 24 bits of colour.
  package var hasAllColours: Bool

  package init(isOn: Bool, hasAllColours: Bool = false) {
    self.isOn = isOn
    self.hasAllColours = hasAllColours
  }

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func red(_ text: String) -> String { wrap(text, "1;31") }
  package func yellow(_ text: String) -> String { wrap(text, "33") }
  package func green(_ text: String) -> String { wrap(text, "32") }
  package func cyan(_ text: String) -> String { wrap(text, "36") }

  /// - Parameter code: the parameters of SGR (ECMA-48, section 8.3.117).
  package func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
