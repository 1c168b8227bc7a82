/// The body of a day's note: its lines, and the blocks that they are parts of.
///
/// A block is what must not be torn apart when the lines of two devices are put together: a list item with the indented
/// lines under it, a quote, a table, a fenced code block, formulas between `$$`, a comment, `<details>` of HTML, a heading
/// with its underline. Every other line that is not blank is one by itself.
struct DayBody {
  enum Kind {
    case text, heading, item, quote, table, code
    /// Code without an end: all that follows is part of it.
    case openCode
  }

  struct Block {
    var kind: Kind
    /// The last line is not blank.
    var lines: Range<Int>
  }

  /// A line with as many columns of blanks belongs to the item above it.
  static let itemIndent = 2

  let text: LineTable.Text
  private(set) var blocks: [Block] = []
  /// The index of the block of each line; nil for blank lines between blocks.
  private(set) var blockOfLine: [Int?]
  /// The columns of blanks at the begin of each line; a tab reaches the next multiple of four.
  let indents: [Int]
  /// The end of the code or table that begins with a line of an item.
  private(set) var innerEnds: [Int: Int]

  init(_ text: LineTable.Text) {
    self.text = text
    indents = (0..<text.count).map { line in
      text.line(line).prefix(while: \.isBlank)
        .reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 4 - $0 % 4 : 1) }
    }
    innerEnds = [:]
    blockOfLine = Array(repeating: nil, count: text.count)
    var scanner = BlockScanner(text, indents)
    while let block = scanner.next() {
      for line in block.lines { blockOfLine[line] = blocks.count }
      blocks.append(block)
    }
    innerEnds = scanner.innerEnds
  }

  /// - Parameter line: not blank, or within a block.
  func blockIndex(ofLine line: Int) -> Int {
    guard let index = blockOfLine[line] else {
      preconditionFailure("a line that is not blank is of a block")
    }
    return index
  }
}

extension LineTable.Text {
  func isBlank(_ index: Int) -> Bool { !line(index).contains { $0 > 0x20 } }
}
