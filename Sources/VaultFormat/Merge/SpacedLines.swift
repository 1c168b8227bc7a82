/// The lines of a text that are not blank, counted from 0, each with the blank lines before it.
struct SpacedLines {
  private let text: LineTable.Text
  private let range: Range<Int>
  /// Their indices in the text.
  private let indices: [Int]
  /// Those of `LineTable`.
  let numbers: [Int]

  init(of text: LineTable.Text, in range: Range<Int>) {
    (self.text, self.range) = (text, range)
    indices = range.filter { index in text.line(index).contains { $0 > 0x20 } }
    numbers = indices.map { text.numbers[$0] }
  }

  var count: Int { indices.count }

  /// The bytes of a line, including its line ending, if any.
  func line(_ index: Int) -> ArraySlice<UInt8> { text.line(indices[index]) }

  /// Appends a line, with the line ending that the last one of the text may lack.
  func append(_ index: Int, to result: inout [UInt8]) {
    text.append(indices[index]..<indices[index] + 1, to: &result)
  }

  /// The bytes of the blank lines before a line; before the end for `count`.
  func space(before index: Int) -> [UInt8] {
    let start = index == 0 ? range.lowerBound : indices[index - 1] + 1
    var bytes: [UInt8] = []
    text.append(start..<(index == count ? range.upperBound : indices[index]), to: &bytes)
    return bytes
  }

  /// The one of two spaces with more in it.
  static func longer(_ space: [UInt8], _ other: [UInt8]) -> [UInt8] {
    if space.count != other.count { return space.count > other.count ? space : other }
    return space.lexicographicallyPrecedes(other) ? other : space
  }
}
