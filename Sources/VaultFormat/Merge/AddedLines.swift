/// Puts together the lines that two sides added at one place.
///
/// What both have stands once, in its order; between that, what only one has. Each side keeps the order of its own.
struct AddedLines {
  private(set) var bytes: [UInt8] = []

  /// The most steps of a diff: beyond it, lines that both sides have may stand twice.
  private static let limit = 1 << 18

  /// Lists within lists beyond this are compared as lines.
  private static let depth = 32

  init(earlier: SpacedLines, later: SpacedLines) {
    join(earlier, later, depth: 0)
  }

  private mutating func join(_ earlier: SpacedLines, _ later: SpacedLines, depth: Int) {
    var numbers = PartNumbers()
    let partners = LineDiff(
      from: numbers.ofHeads(earlier), to: numbers.ofHeads(later), limit: Self.limit
    ).partners
    var next = (old: 0, new: 0)
    for (index, match) in partners.enumerated() where match >= 0 {
      joinGap(PartRange(earlier, next.old..<index), PartRange(later, next.new..<match), depth)
      joinPartners(earlier, index, later, match, depth)
      next = (index + 1, match + 1)
    }
    joinGap(
      PartRange(earlier, next.old..<earlier.count), PartRange(later, next.new..<later.count), depth)
    bytes.appendLines(SpacedLines.longer(earlier.end, later.end))
  }

  private mutating func joinPartners(
    _ earlier: SpacedLines, _ index: Int, _ later: SpacedLines, _ match: Int, _ depth: Int
  ) {
    bytes.appendLines(
      SpacedLines.longer(earlier.space(before: index), later.space(before: match)))
    if earlier.key(index) == later.key(match) {
      return bytes.appendLines(earlier.bytes(of: index))
    }
    // One of them may be a part of a block, and as long as the head of the other.
    let isHead = earlier.headLength(index) > 0
    let start = (isHead ? earlier : later).parts[isHead ? index : match].lowerBound
    let length = max(earlier.headLength(index), later.headLength(match))
    bytes.appendLines((isHead ? earlier : later).body.text.bytes(of: start..<start + length))
    join(
      Self.below(earlier, index, length, depth), Self.below(later, match, length, depth),
      depth: depth + 1)
  }

  private static func below(
    _ lines: SpacedLines, _ index: Int, _ length: Int, _ depth: Int
  ) -> SpacedLines {
    let range = lines.parts[index].lowerBound + length..<lines.parts[index].upperBound
    let isOutline = lines.kind == .outline || lines.block(of: index).kind == .item
    return SpacedLines(
      isOutline && depth < Self.depth ? .outline : .lines, of: lines.body, in: range)
  }

  private mutating func joinGap(_ earlier: PartRange, _ later: PartRange, _ depth: Int) {
    guard earlier.lines.kind == .blocks, !earlier.isEmpty, !later.isEmpty else {
      return append(earlier, later)
    }
    var (old, new) = (earlier, later)
    joinContinued(
      old.removeFirst { $0.lines.isContinued($0.first) },
      new.removeFirst { $0.lines.isContinued($0.first) }, depth)
    let (oldEnd, newEnd) = (old.removeContinuedBelow(), new.removeContinuedBelow())
    // What stands before a heading does not belong below that of the other side.
    joinItems(old.removeFirst { !$0.isHeading }, new.removeFirst { !$0.isHeading })
    append(old, new)
    // The begin of a block that goes on below, such as code, stands next to it.
    if newEnd.isEmpty || !newEnd.isParagraph {
      append(oldEnd, newEnd)
    } else {
      append(newEnd, oldEnd)
    }
  }

  /// Lines that go on with what stands before the gap, which both sides have.
  private mutating func joinContinued(_ earlier: PartRange, _ later: PartRange, _ depth: Int) {
    var (old, new) = (earlier, later)
    let (oldCode, newCode) = (old.removeFirst(while: \.isCode), new.removeFirst(while: \.isCode))
    // The side that ends the code goes on with what the other added to it.
    if newCode.isOpenCode, !oldCode.isOpenCode {
      joinLines(newCode, oldCode, depth)
    } else {
      joinLines(oldCode, newCode, depth)
    }
    // Then what goes on with the paragraph of the line above, under an item or at the margin.
    joinOutlines(old.removeFirst(while: \.isItemText), new.removeFirst(while: \.isItemText), depth)
    append(old.removeFirst(while: \.isParagraph))
    append(new.removeFirst(while: \.isParagraph))
    guard !old.isEmpty, !new.isEmpty else { return append(old, new) }
    if old.block.kind == .item, new.block.kind == .item {
      joinOutlines(old, new, depth)
    } else {
      joinLines(old, new, depth)
    }
  }

  private mutating func joinLines(_ old: PartRange, _ new: PartRange, _ depth: Int) {
    guard !old.isEmpty, !new.isEmpty else { return append(old, new) }
    join(old.split(.lines), new.split(.lines), depth: depth)
  }

  /// What both added under one item, at whatever depth.
  private mutating func joinOutlines(_ earlier: PartRange, _ later: PartRange, _ depth: Int) {
    guard !earlier.isEmpty, !later.isEmpty else { return append(earlier, later) }
    guard depth < Self.depth else { return joinLines(earlier, later, depth) }
    var (old, new) = (PartRange(earlier.split(.outline)), PartRange(later.split(.outline)))
    // Neither lines of the paragraph above nor what stands deeper may come below what the other side added.
    let (text, otherText) = (
      old.removeFirst(while: \.isTextLine), new.removeFirst(while: \.isTextLine)
    )
    join(text.split(.outline), otherText.split(.outline), depth: depth)
    let least = min(old.leastIndent, new.leastIndent)
    joinOutlines(
      old.removeFirst { $0.indent > least }, new.removeFirst { $0.indent > least }, depth + 1)
    join(old.split(.outline), new.split(.outline), depth: depth)
  }

  private mutating func joinItems(_ old: PartRange, _ new: PartRange) {
    var (old, new) = (old, new)
    let (items, others) = (old.removeFirst(while: \.isTimed), new.removeFirst(while: \.isTimed))
    if items.isEmpty || others.isEmpty {
      (old, new) = (items.joined(old), others.joined(new))
    } else {
      for item in TimedItems.ordered(items, others) {
        bytes.appendLines(item.space + item.bytes)
      }
    }
    append(old, new)
  }

  /// Appends the parts of both sides, those of the earlier side first.
  private mutating func append(_ old: PartRange, _ new: PartRange) {
    guard !old.isEmpty, !new.isEmpty else { return append(old.isEmpty ? new : old) }
    // What follows code without an end would be part of it.
    if old.lines.kind == .blocks, old.endsInOpenCode, !new.endsInOpenCode {
      return append(new, old)
    }
    append(old)
    if needsBlankLine(between: old, and: new) {
      bytes += bytes.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n".utf8 : "\n".utf8
    }
    append(new)
  }

  private mutating func append(_ parts: PartRange) {
    for part in parts.range {
      bytes.appendLines(parts.lines.space(before: part) + parts.lines.bytes(of: part))
    }
  }

  /// Whether a block would be read as part of the one before it.
  private func needsBlankLine(between old: PartRange, and new: PartRange) -> Bool {
    guard new.lines.space(before: new.first).isEmpty else { return false }
    let last = old.last
    switch new.lines.kind {
    case .blocks: break
    case .outline: return old.endsInInnerTable && new.isInnerTable
    case .lines: return false
    }
    switch new.block.kind {
    case .text: return last.kind != .code && new.indent < DayBody.itemIndent
    case .heading: return last.kind == .text && !new.line.starts(with: "#".utf8)
    case .table: return last.kind != .code
    case .quote: return last.kind == .quote
    case .item: return last.kind == .text && !new.interruptsParagraph
    case .code, .openCode: return false
    }
  }
}
