/// A line and the prefix of its text: blanks, `>` of quotes, list markers.
struct MarkdownLine {
  var start: Int
  var end: Int
  var next: Int
  /// The start of the text; `end` for a blank line.
  var content: Int
  /// The columns of blanks directly before the text; a tab reaches the next multiple of four.
  var indent = 0
  var quoteDepth = 0
  var hasListMarker = false

  var isBlank: Bool { content == end }

  /// - Parameter isInList: whether deep indentation may belong to a list, so that markers after it count.
  init(_ line: Line, in bytes: UnsafeBufferPointer<UInt8>, isInList: Bool) {
    (start, end, next) = (line.start, line.end, line.next)
    content = start
    while true {
      skipBlanks(bytes)
      guard content < end, indent < 4 || isInList else { return }
      if bytes[content] == UInt8(ascii: ">") {
        quoteDepth += 1
        content += 1
      } else if let length = ListMarker.length(bytes, content..<end) {
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
}
