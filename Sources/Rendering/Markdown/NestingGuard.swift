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
