/// A line with what stands before its text: blanks, `>` of quotes, markers of lists.
struct MarkdownLine {
  var start: Int
  var end: Int
  var next: Int
  /// Where the text begins; `end` for a blank line.
  var content: Int
  /// Columns of blanks right before the text, a tab counted to the next multiple of four.
  var indent = 0
  var quoteDepth = 0
  var hasListMarker = false

  var isBlank: Bool { content == end }

  /// - Parameter isInList: deep indentation may be that of a list then, and hides no marker.
  init(_ line: Line, in bytes: UnsafeBufferPointer<UInt8>, isInList: Bool) {
    (start, end, next) = (line.start, line.end, line.next)
    content = start
    while true {
      skipBlanks(bytes)
      guard content < end, indent < 4 || isInList else { return }
      if bytes[content] == UInt8(ascii: ">") {
        quoteDepth += 1
        content += 1
      } else if let length = Self.markerLength(bytes, content..<end) {
        hasListMarker = true
        content += length
      } else {
        return
      }
    }
  }

  private mutating func skipBlanks(_ bytes: UnsafeBufferPointer<UInt8>) {
    indent = 0
    while content < end, bytes[content].isBlank {
      indent += bytes[content] == UInt8(ascii: "\t") ? 4 - indent % 4 : 1
      content += 1
    }
  }

  /// The length of `-`, `*`, `+`, `1.` or `1)` with a blank or the line's end behind (section 5.2).
  private static func markerLength(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    var at = range.lowerBound
    switch bytes[at] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): at += 1
    default:
      while at < range.upperBound, bytes[at].isASCIIDigit { at += 1 }
      guard (1...9).contains(at - range.lowerBound), at < range.upperBound,
        bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: ")")
      else { return nil }
      at += 1
    }
    guard at == range.upperBound || bytes[at].isBlank else { return nil }
    return at - range.lowerBound
  }
}
