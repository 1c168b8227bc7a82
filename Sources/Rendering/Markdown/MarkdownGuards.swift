internal import VaultFormat

/// Finds the place in a line from which on it may begin no further quote or list.
///
/// cmark visits all open blocks for each line, so that 500 nested lists before 100 KB of blank lines take a second. A
/// line can be nested only as deeply as its blanks and markers allow.
struct NestingGuard {
  /// The maximum number of columns of blanks and markers before the text of a line.
  static let widestPrefix = 100

  private var column = 0
  private var isInPrefix = true
  private var previous: UInt8 = 0

  /// Takes the next byte of the text; true if it goes beyond the limit, once for a line.
  mutating func isTooDeep(before byte: UInt8) -> Bool {
    defer { previous = byte }
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      column = 0
      isInPrefix = true
      return false
    case UInt8(ascii: "\t"): column += 4
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      // Two in a row are no list marker: a rule, or the line below a heading.
      if byte == previous { isInPrefix = false }
      column += 1
    case UInt8(ascii: " "), UInt8(ascii: ">"), UInt8(ascii: "."), UInt8(ascii: ")"), 0x30...0x39:
      column += 1
    default: isInPrefix = false
    }
    guard isInPrefix, column > Self.widestPrefix else { return false }
    isInPrefix = false
    return true
  }
}

/// Decides whether the link definitions of a note, `[label]: destination "title"`, may be read as such.
///
/// cmark copies destination and title for each use, so that a long one that is used often takes memory in the square of
/// the note's size.
enum ReferenceGuard {
  /// The maximum number of bytes of all copies.
  static let limit = 16 << 20

  /// Whether the copies may exceed the limit; never false for a text whose copies do.
  static func isExceeded(by text: ArraySlice<UInt8>) -> Bool {
    var uses = 0
    var longest = 0
    text.withUnsafeBufferPointer { bytes in
      var at = 0
      // The first definition of a line decides for all of it.
      var line = 0..<0
      var isSimple = true
      var paragraphEnd = 0
      while let bracket = bytes.offset(of: UInt8(ascii: "]"), from: at) {
        uses += 1
        at = bracket + 1
        guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { continue }
        if at >= line.upperBound {
          line = at + 1..<max(at + 1, Line(at: at, in: bytes).end)
          isSimple = isWholeDefinition(bytes, line)
        }
        if !isSimple, paragraphEnd < at { paragraphEnd = endOfParagraph(bytes, from: at) }
        longest = max(longest, (isSimple ? line.upperBound : paragraphEnd) - at)
      }
    }
    let (copies, overflow) = longest.multipliedReportingOverflow(by: uses)
    return overflow || copies > limit
  }

  /// Whether a definition whose destination and title are at `range`, the rest of a line, ends there.
  private static func isWholeDefinition(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Bool {
    var rest = bytes[range].drop(while: \.isBlank)
    while let last = rest.last, last.isBlank { rest.removeLast() }
    guard let first = rest.first, !rest.contains(UInt8(ascii: "\r")),
      !rest.contains(UInt8(ascii: "\\"))
    else { return false }
    if first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return true }
      rest = rest[(end + 1)...]
    } else {
      rest = rest.drop { !$0.isBlank }
    }
    rest = rest.drop(while: \.isBlank)
    guard let open = rest.first else { return !beginsTitle(bytes, after: range.upperBound) }
    guard isQuote(open) else { return true }
    let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : open
    return rest.dropFirst().firstIndex(of: close) == rest.endIndex - 1
  }

  private static func beginsTitle(_ bytes: UnsafeBufferPointer<UInt8>, after end: Int) -> Bool {
    let next = Line(at: end, in: bytes).next
    return bytes[next...].first { !$0.isBlank && $0 != UInt8(ascii: ">") }.map(isQuote) ?? false
  }

  private static func isQuote(_ byte: UInt8) -> Bool { "\"'(".utf8.contains(byte) }

  private static func endOfParagraph(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var line = Line(at: start, in: bytes)
    while line.next < bytes.count {
      line = Line(at: line.next, in: bytes)
      if bytes[line.start..<line.end].allSatisfy({ $0.isBlank || $0 == UInt8(ascii: ">") }) {
        return line.start
      }
    }
    return bytes.count
  }
}

/// Decides whether tables of a note may be read as such.
///
/// cmark-gfm 0.29.0.gfm.6 takes quadratic time for wide rows, and for each delimiter row below a long paragraph, all of
/// which it takes for the header; and it fills short rows up to the width of the header: 80 KB of rows below 100 columns
/// make 20 MB of HTML.
enum TableGuard {
  /// The maximum number of `|` in one line.
  static let widestLine = 200
  /// The maximum number of cells of all tables.
  static let mostCells = 50_000
  /// The maximum sum, over all delimiter rows, of the squared lengths of the paragraphs before them, in bytes.
  static let mostHeaderWork = 1 << 31

  /// Whether `text` may exceed one of the limits; never false for a text that does.
  static func isExceeded(by text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      // A table of one column needs no bar.
      guard bytes.contains(UInt8(ascii: "-")) else { return false }
      var cells = 0
      // Of the table that a line may belong to; 0 outside.
      var columns = 0
      var paragraph = 0
      var headerWork = 0
      var next = 0
      while next < bytes.count {
        let start = next
        next = endOfLine(bytes, from: start)
        let line = UnsafeBufferPointer(rebasing: bytes[start..<next])
        let bars = line.count { $0 == UInt8(ascii: "|") }
        if bars > widestLine { return true }
        if isBlank(line) {
          (columns, paragraph) = (0, 0)
        } else if isDelimiterRow(line) {
          columns = max(columns, bars + 1)
          headerWork += min(paragraph, 1 << 20) * min(paragraph, 1 << 20)
          if headerWork > mostHeaderWork { return true }
        }
        paragraph += line.count
        cells += columns
        if cells > mostCells { return true }
      }
      return false
    }
  }

  /// The start of the next line; a CR alone ends a line too (CommonMark 0.31, section 2.1).
  private static func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
    }
    return at
  }

  /// Ends every table: in quotes an empty line has their marks.
  private static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy { " \t\r\n>".utf8.contains($0) }
  }

  /// Whether the line has only characters of a delimiter row, and of the markers of quotes and lists before it.
  private static func isDelimiterRow(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.contains(UInt8(ascii: "-")) && line.allSatisfy { isDelimiter[Int($0)] }
  }

  private static let isDelimiter: [Bool] = (0..<256).map {
    "|-: \t\u{B}\u{C}\r\n>+*.)0123456789".utf8.contains(UInt8($0))
  }
}
