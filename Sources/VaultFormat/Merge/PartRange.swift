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
