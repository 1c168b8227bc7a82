internal import VaultFormat

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
