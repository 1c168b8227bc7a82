/// HTML that can be sent to a browser as it is: markup made by this module, and text only in escaped form.
///
/// Other modules can join such values and make them from text, which escapes it; markup is made in this module alone.
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

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var isEmpty: Bool { bytes.isEmpty }

  package static func += (html: inout SafeHTML, other: SafeHTML) { html.bytes += other.bytes }

  package static func + (a: SafeHTML, b: SafeHTML) -> SafeHTML {
    SafeHTML(markup: a.bytes + b.bytes)
  }
}

extension Sequence<SafeHTML> {
  /// The values in order, with `separator` between two.
  package func joined(by separator: SafeHTML = SafeHTML()) -> SafeHTML {
    SafeHTML(markup: Array(map(\.bytes).joined(separator: separator.bytes)))
  }
}
