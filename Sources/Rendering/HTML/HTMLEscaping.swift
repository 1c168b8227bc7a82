/// Text as HTML and XML write it, in element content and in quoted attribute values.
enum HTMLEscaping {
  /// Appends `text`, which is UTF-8, to `html`.
  ///
  /// Line endings become LF. Characters that XML does not have (XML 1.0, production 2: most controls, U+FFFE and
  /// U+FFFF) become U+FFFD.
  static func append(_ text: some Sequence<UInt8>, to html: inout [UInt8]) {
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      case UInt8(ascii: "\""): html += "&quot;".utf8
      case UInt8(ascii: "'"): html += "&#39;".utf8
      case UInt8(ascii: "\r"): html.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "\n"):
        if previous != UInt8(ascii: "\r") { html.append(byte) }
      case UInt8(ascii: "\t"), 0x20..<0x7F, 0x80...: html.append(byte)
      default: html += replacement
      }
      if byte == 0xBE || byte == 0xBF, html.suffix(3).elementsEqual([0xEF, 0xBF, byte]) {
        html.removeLast(3)
        html += replacement
      }
      previous = byte
    }
  }

  /// U+FFFD.
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
}
