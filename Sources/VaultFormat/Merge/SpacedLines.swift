/// The parts of some lines of a body, each with the blank lines before it; counted from 0.
struct SpacedLines {
  enum Kind {
    /// The blocks; the first and the last may be a part of one.
    case blocks
    /// Of an item: each line with those after it that are indented further; code and tables whole.
    case outline
    case lines
  }

  let kind: Kind
  let body: DayBody
  private let range: Range<Int>
  /// The lines of each part; the first and the last are not blank.
  private(set) var parts: [Range<Int>] = []

  init(_ kind: Kind, of body: DayBody, in range: Range<Int>) {
    (self.kind, self.body, self.range) = (kind, body, range)
    var line = range.lowerBound
    while line < range.upperBound {
      guard !body.text.isBlank(line) else {
        line += 1
        continue
      }
      let end = end(from: line)
      parts.append(line..<end)
      line = end
    }
  }

  /// The line after the part that begins with a line.
  private func end(from start: Int) -> Int {
    switch kind {
    case .blocks:
      return min(body.blocks[body.blockIndex(ofLine: start)].lines.upperBound, range.upperBound)
    case .lines: return start + 1
    case .outline:
      if let end = body.innerEnds[start] { return min(end, range.upperBound) }
      var end = start + 1
      for line in start + 1..<range.upperBound where !body.text.isBlank(line) {
        guard body.indents[line] > body.indents[start] else { break }
        end = line + 1
      }
      return end
    }
  }

  var count: Int { parts.count }

  /// The numbers of `LineTable`.
  func key(_ index: Int) -> ArraySlice<Int> { body.text.numbers[parts[index]] }

  /// The lines of some parts, with the blank ones before each; empty at its place if there are none.
  func textRange(of some: Range<Int>) -> Range<Int> {
    let start = spaceStart(before: some.lowerBound)
    return start..<(some.isEmpty ? start : parts[some.upperBound - 1].upperBound)
  }

  /// The bytes of a part, with the line ending that the last line of the text may lack.
  func bytes(of index: Int) -> [UInt8] { body.text.bytes(of: parts[index]) }

  /// The blank lines before a part.
  func space(before index: Int) -> [UInt8] {
    body.text.bytes(of: spaceStart(before: index)..<parts[index].lowerBound)
  }

  /// The blank lines after the last part.
  var end: [UInt8] { body.text.bytes(of: spaceStart(before: count)..<range.upperBound) }

  private func spaceStart(before index: Int) -> Int {
    index == 0 ? range.lowerBound : parts[index - 1].upperBound
  }

  /// The one of two spaces with more bytes.
  static func longer(_ space: [UInt8], _ other: [UInt8]) -> [UInt8] {
    if space.count != other.count { return space.count > other.count ? space : other }
    return space.lexicographicallyPrecedes(other) ? other : space
  }
}

/// Numbers parts: equal ones have the same number.
struct PartNumbers {
  private var known: [ArraySlice<Int>: Int] = [:]

  mutating func of(_ lines: SpacedLines) -> [Int] {
    lines.parts.indices.map { number(lines.key($0)) }
  }

  /// The numbers of the heads, for parts that have one.
  mutating func ofHeads(_ lines: SpacedLines) -> [Int] {
    lines.parts.indices.map { index in
      let length = lines.headLength(index)
      return number(length > 0 ? lines.key(index).prefix(length) : lines.key(index))
    }
  }

  private mutating func number(_ key: ArraySlice<Int>) -> Int {
    if let number = known[key] { return number }
    known[key] = known.count
    return known.count - 1
  }
}

// MARK: - Blocks

extension SpacedLines {
  /// The block that a part is of.
  func block(of index: Int) -> DayBody.Block { body.blocks[blockIndex(of: index)] }

  func blockIndex(of index: Int) -> Int { body.blockIndex(ofLine: parts[index].lowerBound) }

  /// Whether a part goes on with the block of the lines before it.
  func isRest(_ index: Int) -> Bool { parts[index].lowerBound != block(of: index).lines.lowerBound }

  /// Whether a part goes on with what stands before it: with a block, or as a line of its paragraph.
  func isContinued(_ index: Int) -> Bool {
    if isRest(index) { return true }
    let line = parts[index].lowerBound
    guard block(of: index).kind == .text, line > 0, let before = body.blockOfLine[line - 1] else {
      return false
    }
    return [.text, .item, .quote].contains(body.blocks[before].kind)
  }

  /// Whether what follows a part goes on with its block, or as a line of its paragraph.
  func isContinuedBelow(_ index: Int) -> Bool {
    let next = parts[index].upperBound
    guard next < body.text.count, let block = body.blockOfLine[next] else { return false }
    return block == blockIndex(of: index)
      || body.blocks[block].kind == .text && self.block(of: index).kind == .text
  }

  /// The number of lines that say what a part is, and below which others may be added; 0 if it is a whole.
  func headLength(_ index: Int) -> Int {
    let first = parts[index].lowerBound
    switch kind {
    case .lines: return 0
    case .outline: return body.innerEnds[first] == nil ? 1 : 0
    case .blocks:
      guard !isRest(index) else { return 0 }
      switch block(of: index).kind {
      case .item: return 1
      // The title of a callout.
      case .quote: return body.text.line(first).starts(with: "> [!".utf8) ? 1 : 0
      case .table: return parts[index].count > 1 && body.text.isDelimiterRow(first + 1) ? 2 : 0
      case .text, .heading, .code, .openCode: return 0
      }
    }
  }
}
