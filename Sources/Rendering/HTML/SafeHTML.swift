/// HTML that can be sent to a browser as it is: markup made by this module, and text only in escaped form.
///
/// Other modules can make such values from text, which escapes it; markup is made in this module alone.
/// The bytes are UTF-8, and well-formed XML when they are put into an element (XML 1.0, production 43), so that a feed
/// or a book can contain them.
package struct SafeHTML: Hashable, Sendable {
  package private(set) var bytes: [UInt8]

  package init() {
    bytes = []
  }

  /// The text, with every character that has a meaning in HTML escaped.
  package init(escaping text: some StringProtocol) {
    bytes = []
    HTMLEscaping.append(text.utf8, to: &bytes)
  }

  /// - Parameter markup: balanced markup, made by this module.
  init(markup: [UInt8]) {
    bytes = markup
  }

  /// A style sheet, for the element `style` alone; nil if it could end the element, or is no UTF-8.
  package init?(styleSheet bytes: [UInt8]) {
    guard bytes.firstRange(of: Array("</".utf8)) == nil,
      bytes.firstRange(of: Array("<!--".utf8)) == nil,
      Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes
    else { return nil }
    self.bytes = bytes
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension SafeHTML {
  /// Text of which some parts are marked, as what was searched for.
  package init(marking parts: some Sequence<(text: String, isMarked: Bool)>) {
    var writer = HTMLWriter(limit: .max)
    for part in parts {
      if part.isMarked {
        writer.element("mark", text: part.text.utf8)
      } else {
        writer.text(part.text.utf8)
      }
    }
    self = writer.finish()
  }
}

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

/// Writes elements that are always closed, with attributes that are always quoted and escaped.
struct HTMLWriter {
  /// A name from the source code, and any text as the value.
  struct Attribute {
    var name: StaticString
    var value: String

    init(_ name: StaticString, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  private var bytes: [UInt8] = []
  private var openElements: [StaticString] = []
  private let limit: Int

  /// - Parameter limit: the size in bytes from which on `isFull` is true.
  init(limit: Int) {
    self.limit = limit
  }

  /// Nothing more should be written.
  var isFull: Bool { bytes.count >= limit }
  /// The number of elements around what is written next.
  var depth: Int { openElements.count }

  mutating func open(_ name: StaticString, _ attributes: [Attribute] = []) {
    writeTag(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    openElements.append(name)
  }

  /// Closes the innermost element; does nothing if none is open.
  mutating func close() {
    guard let name = openElements.popLast() else { return }
    bytes += "</".utf8
    append(name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes an element that has no content in HTML, such as `br`.
  mutating func void(_ name: StaticString, _ attributes: [Attribute] = []) {
    writeTag(name, attributes)
    bytes += " />".utf8
  }

  /// Writes an element with text in it.
  mutating func element(
    _ name: StaticString, _ attributes: [Attribute] = [], text: some Sequence<UInt8>
  ) {
    open(name, attributes)
    self.text(text)
    close()
  }

  /// - Parameter text: UTF-8.
  mutating func text(_ text: some Sequence<UInt8>) {
    HTMLEscaping.append(text, to: &bytes)
  }

  /// Begins a new line unless one has just begun; between blocks only, where it has no meaning.
  mutating func newLine() {
    guard let last = bytes.last, last != UInt8(ascii: "\n") else { return }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// What was written, with all elements closed.
  consuming func finish() -> SafeHTML {
    while depth > 0 { close() }
    return SafeHTML(markup: bytes)
  }

  private mutating func writeTag(_ name: StaticString, _ attributes: [Attribute]) {
    bytes.append(UInt8(ascii: "<"))
    append(name)
    for attribute in attributes {
      bytes.append(UInt8(ascii: " "))
      append(attribute.name)
      bytes += "=\"".utf8
      HTMLEscaping.append(attribute.value.utf8, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func append(_ name: StaticString) {
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
