/// How the text of a note is written as HTML.
package struct RenderingOptions: Sendable {
  /// Precedes every id, so that several notes can be on one page; characters other than ASCII letters, digits, `-` and
  /// `_` become `-`.
  package var idPrefix = ""
  /// Added to the level of headings: with 1, a first-level heading becomes `h2`.
  package var headingShift = 1
  /// Whether a first-level heading with which the text begins is `h1`, the heading of the page.
  ///
  /// Without another one of the first level the others follow it without the shift.
  package var raisesTitle = false
  /// The language of the text (BCP 47); nil if it is unknown.
  ///
  /// The direction always follows the text.
  package var language: String?
  /// The address of the list of a tag, before its percent-encoded name.
  package var tagAddress = "/?tag="
  /// Whether the boxes of tasks can be ticked.
  package var hasActiveTasks = true
  /// The number of bytes of a note that are read, at most 16 MiB; the rest is left out.
  package var sizeLimit = 1 << 20
  /// The size of the HTML in bytes after which no element begins.
  package var outputLimit = 8 << 20

  package init() {}

  var checkedPrefix: String {
    let bytes = idPrefix.utf8.map { byte -> UInt8 in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: byte
      default: 0x2D
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The attributes of blocks that have text.
  var textAttributes: [HTMLWriter.Attribute] {
    let direction = HTMLWriter.Attribute("dir", "auto")
    guard let language, !language.isEmpty, language.utf8.count <= 35,
      language.unicodeScalars.allSatisfy({
        $0 == "-" || $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
      })
    else { return [direction] }
    return [direction, HTMLWriter.Attribute("lang", language)]
  }
}
