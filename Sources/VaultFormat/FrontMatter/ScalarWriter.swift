/// Writes text as a scalar that every YAML reader, 1.1 or 1.2, reads as that string.
package enum ScalarWriter {
  /// The YAML of `text`.
  ///
  /// Keeps `style` if it can represent the text; otherwise plain becomes single-quoted, and single-quoted becomes
  /// double-quoted. A block style becomes the plainest that fits.
  package static func write(
    _ text: String, keeping style: YAMLNode.ScalarStyle = .plain, inFlow: Bool
  )
    -> String
  {
    switch style {
    case .plain, .literal, .folded:
      if isSafePlain(text, inFlow: inFlow) { return text }
      return isSafeSingleQuoted(text) ? singleQuoted(text) : doubleQuoted(text)
    case .singleQuoted:
      return isSafeSingleQuoted(text) ? singleQuoted(text) : doubleQuoted(text)
    case .doubleQuoted:
      return doubleQuoted(text)
    }
  }

  private static func singleQuoted(_ text: String) -> String {
    "'" + text.unicodeScalars.reduce(into: "") { $0 += $1 == "'" ? "''" : String($1) } + "'"
  }

  private static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
      default: result += escape(scalar)
      }
    }
    return result + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let (letter, width) =
      scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
    return "\\" + letter + String(repeating: "0", count: width - digits.count) + digits
  }

  /// YAML's c-printable, except what some readers take for a line break or a byte order mark.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }

  private static func isSafeSingleQuoted(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(isPrintable)
  }

  /// Whether every reader reads the text as a string without quotes.
  private static func isSafePlain(_ text: String, inFlow: Bool) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last else { return false }
    guard scalars.allSatisfy(isPrintable), first != " ", last != " ", last != ":" else {
      return false
    }
    guard
      first.properties.isAlphabetic || first.value >= 0x80 || "/_(".unicodeScalars.contains(first)
        || ("0"..."9").contains(first)
    else { return false }
    for (scalar, following) in zip(scalars, scalars.dropFirst()) {
      if scalar == ":", following == " " { return false }
      if scalar == " ", following == "#" { return false }
    }
    if inFlow, scalars.contains(where: { ",[]{}:?".unicodeScalars.contains($0) }) { return false }
    return !isOtherType(text)
  }

  /// Whether some schema, of YAML 1.1 or 1.2, resolves the text to something other than a string.
  private static func isOtherType(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    if first.isASCIIDigit { return isLikeNumber(text.utf8) }
    return words.contains(text.lowercased())
  }

  /// Whether the text may be a number, a sexagesimal (12:30:45), a date or a time in any schema.
  private static func isLikeNumber(_ text: String.UTF8View) -> Bool {
    if text.first == UInt8(ascii: "0"), let mark = text.dropFirst().first,
      "xXoObB".utf8.contains(mark)
    {
      return text.dropFirst(2).allSatisfy { hexadecimal.contains($0) }
    }
    return text.allSatisfy { $0.isASCIIDigit || numeral.contains($0) }
  }

  private static let hexadecimal = Set("0123456789abcdefABCDEF_".utf8)
  private static let numeral = Set("+-.:_ tTzZeE".utf8)
  private static let words: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n",
  ]
}
