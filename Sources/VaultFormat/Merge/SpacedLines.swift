/// The lines of a part of a text that are not blank, each with the blank lines before it; counted from 0.
///
/// A line may have indented lines with it, which follow it without a blank line.
struct SpacedLines {
  private let text: LineTable.Text
  private let range: Range<Int>
  /// The lines of the text that each of them is.
  private var lines: [Range<Int>] = []

  /// - Parameter joinsIndented: whether a line has its indented lines with it, as an item of a list.
  init(of text: LineTable.Text, in range: Range<Int>, joinsIndented: Bool) {
    (self.text, self.range) = (text, range)
    for line in range where !text.isBlank(line) {
      if joinsIndented, let last = lines.last, last.upperBound == line, text.isIndented(line) {
        lines[lines.count - 1] = last.lowerBound..<line + 1
      } else {
        lines.append(line..<line + 1)
      }
    }
  }

  var count: Int { lines.count }

  /// The numbers of `LineTable`: those of the line and of its indented lines.
  var keys: [[Int]] { lines.map { Array(text.numbers[$0]) } }

  /// The bytes without the indented lines.
  func firstLine(of index: Int) -> ArraySlice<UInt8> { text.line(lines[index].lowerBound) }

  /// The nearest line before one that is neither blank nor indented, in the whole text.
  func item(before index: Int) -> ArraySlice<UInt8>? {
    (0..<lines[index].lowerBound).last(where: text.isItem).map(text.line)
  }

  /// Whether the line is indented, and so belongs to the one before it; not after a blank line.
  func isContinued(by index: Int) -> Bool {
    text.isIndented(lines[index].lowerBound) && space(before: index).isEmpty
  }

  /// The lines of the text, with the blank ones before each.
  func textRange(of part: Range<Int>) -> Range<Int> {
    guard !part.isEmpty else { return 0..<0 }
    return spaceStart(before: part.lowerBound)..<lines[part.upperBound - 1].upperBound
  }

  /// Appends a line with the blank lines before it, and with the line ending that the last one of the text may lack.
  func append(_ index: Int, to result: inout [UInt8]) {
    text.append(spaceStart(before: index)..<lines[index].upperBound, to: &result)
  }

  func appendWithoutSpace(_ index: Int, to result: inout [UInt8]) {
    text.append(lines[index], to: &result)
  }

  /// The bytes of the blank lines before a line.
  func space(before index: Int) -> [UInt8] {
    text.bytes(of: spaceStart(before: index)..<lines[index].lowerBound)
  }

  /// The bytes of the blank lines after the last line.
  var end: [UInt8] { text.bytes(of: spaceStart(before: count)..<range.upperBound) }

  private func spaceStart(before index: Int) -> Int {
    index == 0 ? range.lowerBound : lines[index - 1].upperBound
  }

  /// The one of two spaces with more bytes.
  static func longer(_ space: [UInt8], _ other: [UInt8]) -> [UInt8] {
    if space.count != other.count { return space.count > other.count ? space : other }
    return space.lexicographicallyPrecedes(other) ? other : space
  }
}

extension LineTable.Text {
  func isBlank(_ index: Int) -> Bool { !line(index).contains { $0 > 0x20 } }

  fileprivate func isItem(_ index: Int) -> Bool { !isBlank(index) && !isIndented(index) }

  /// Whether it begins with a tab or two blanks.
  fileprivate func isIndented(_ index: Int) -> Bool {
    let line = line(index)
    return line.first == UInt8(ascii: "\t") || line.starts(with: "  ".utf8)
  }
}
