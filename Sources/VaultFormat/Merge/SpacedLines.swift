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

/// Some parts of one side.
struct PartRange {
  let lines: SpacedLines
  private(set) var range: Range<Int>

  init(_ lines: SpacedLines, _ range: Range<Int>) {
    (self.lines, self.range) = (lines, range)
  }

  /// All of them.
  init(_ lines: SpacedLines) { self.init(lines, 0..<lines.count) }

  var isEmpty: Bool { range.isEmpty }
  /// The index of the first part.
  var first: Int { range.lowerBound }
  /// The first line of the first part.
  var line: ArraySlice<UInt8> { lines.body.text.line(lines.parts[first].lowerBound) }
  /// The indent of the first line.
  var indent: Int { lines.body.indents[lines.parts[first].lowerBound] }
  /// The indent of the part that is indented least.
  var leastIndent: Int {
    range.map { lines.body.indents[lines.parts[$0].lowerBound] }.min() ?? .max
  }
  /// The block of the first part.
  var block: DayBody.Block { lines.block(of: first) }
  /// The block of the last part.
  var last: DayBody.Block { lines.block(of: range.upperBound - 1) }
  var isHeading: Bool { block.kind == .heading }
  var endsInOpenCode: Bool { last.kind == .openCode }

  /// Whether the first part is a line of a paragraph at the margin.
  var isParagraph: Bool { block.kind == .text }

  /// Whether the first part is the rest of an item, and goes on with the paragraph of the line above.
  var isItemText: Bool { lines.isRest(first) && block.kind == .item && isTextLine }

  /// Whether the first part is of code, or of formulas.
  var isCode: Bool { block.kind == .code || isOpenCode }
  var isOpenCode: Bool { !isEmpty && block.kind == .openCode }

  /// Whether the first part is a table in an item.
  var isInnerTable: Bool { isInnerTable(first) }
  var endsInInnerTable: Bool { isInnerTable(range.upperBound - 1) }

  private func isInnerTable(_ index: Int) -> Bool {
    let line = lines.parts[index].lowerBound
    return lines.body.innerEnds[line] != nil
      && lines.body.text.line(line).first { !$0.isBlank } == UInt8(ascii: "|")
  }

  /// Whether the first part is neither an item nor separate from what stands before it.
  var isTextLine: Bool {
    let content = Array(line.drop(while: \.isBlank).prefix { $0 >= 0x20 })
    let isItem = content.withUnsafeBufferPointer { ListMarker.length($0, $0.indices) != nil }
    let isInner = lines.body.innerEnds[lines.parts[first].lowerBound] != nil
    return !isItem && !isInner && lines.space(before: first).isEmpty
  }

  /// Whether the first part, an item, may follow a paragraph without a blank line (CommonMark 0.31, section 5.2).
  var interruptsParagraph: Bool {
    let content = Array(line.prefix { $0 >= 0x20 || $0 == UInt8(ascii: "\t") })
    let length = content.withUnsafeBufferPointer { ListMarker.length($0, $0.indices) ?? 0 }
    let isFirstOrUnnumbered =
      !content[0].isASCIIDigit || length == 2 && content[0] == UInt8(ascii: "1")
    return isFirstOrUnnumbered && content.dropFirst(length).contains { !$0.isBlank }
  }

  /// Whether the first part is an item with a clock time, and nothing at the margin belongs to it.
  var isTimed: Bool {
    guard TimedItems.minute(of: lines.body, block: lines.blockIndex(of: first)) != nil else {
      return false
    }
    let next = lines.parts[first].upperBound
    guard next < lines.body.text.count, let block = lines.body.blockOfLine[next] else {
      return true
    }
    return [.item, .heading].contains(lines.body.blocks[block].kind)
  }

  /// Removes the first parts as long as what is left has a property, and returns them.
  mutating func removeFirst(while isWanted: (PartRange) -> Bool) -> PartRange {
    let start = range.lowerBound
    while !isEmpty, isWanted(self) { range.removeFirst() }
    return PartRange(lines, start..<range.lowerBound)
  }

  /// Removes the last parts that belong to what stands below, and returns them.
  mutating func removeContinuedBelow() -> PartRange {
    let end = range.upperBound
    while !isEmpty, lines.isContinuedBelow(range.upperBound - 1) { range.removeLast() }
    return PartRange(lines, range.upperBound..<end)
  }

  /// These parts with those that follow.
  func joined(_ next: PartRange) -> PartRange {
    PartRange(lines, range.lowerBound..<next.range.upperBound)
  }

  /// These lines, divided into other parts.
  func split(_ kind: SpacedLines.Kind) -> SpacedLines {
    SpacedLines(kind, of: lines.body, in: lines.textRange(of: range))
  }
}
