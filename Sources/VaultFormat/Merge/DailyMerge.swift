/// Merges the bodies of a day's note (docs/vault-format.md, rule M-21).
///
/// The bodies are compared block by block. Blank lines are not compared, since they are all equal, and two of them would
/// be taken for what the bodies have in common; each block has those before it. Where both sides changed a block, its
/// lines are merged instead; if that is a conflict, its lines with the blank ones, and at last all lines of the bodies.
struct DailyMerge {
  private typealias Piece = LineMerge.Piece

  private let bodies: ThreeWay<DayBody>
  private let later: MergeSide

  /// - Parameter later: see `MergePrecedence`.
  static func merge(_ bodies: ThreeWay<[UInt8]>, later: MergeSide) -> BodyMerge {
    var table = LineTable()
    let bodies = bodies.map { DayBody(table.text($0)) }
    var result = BodyMerge(DailyMerge(bodies: bodies, later: later).merged)
    result.isOrderedByTime =
      result.merged != DailyMerge(bodies: bodies, later: later.other).merged.merged
    return result
  }

  private var merged: LineMerge {
    let texts = bodies.map(\.text)
    let all = texts.map { 0..<$0.count }
    let blocks = LineMerge(texts, merge(parts(.blocks, in: all)))
    guard blocks.merged == nil else { return blocks }
    // The lines may have more in common than the blocks.
    let lines = LineMerge(texts, allLines(all))
    return lines.merged == nil ? blocks : lines
  }

  /// - Parameter region: lines that both sides changed.
  private func lines(_ region: LineMerge.Conflict) -> [Piece] {
    let pieces = merge(parts(.lines, in: region))
    return pieces.contains(where: \.isConflict) ? allLines(region) : pieces
  }

  /// - Parameter region: lines that both sides changed.
  private func allLines(_ region: LineMerge.Conflict) -> [Piece] {
    func lines(_ part: MergeRegions.Region) -> LineMerge.Conflict {
      func range(_ side: MergeSide?) -> Range<Int> {
        let start = region[side].lowerBound
        return start + part[side].lowerBound..<start + part[side].upperBound
      }
      return ThreeWay(base: range(nil)) { range($0) }
    }
    let numbers = ThreeWay(base: Array(bodies.base.text.numbers[region.base])) {
      Array(bodies[$0].text.numbers[region[$0]])
    }
    return MergeRegions(numbers).pieces.map { piece in
      switch piece {
      case .settled(let side, let part): .settled(bodies[side].text.bytes(of: lines(part)[side]))
      case .conflict(let part): part.base.isEmpty ? added(lines(part)) : .conflict(lines(part))
      }
    }
  }

  private func parts(
    _ kind: SpacedLines.Kind, in lines: LineMerge.Conflict
  ) -> ThreeWay<SpacedLines> {
    ThreeWay(base: SpacedLines(kind, of: bodies.base, in: lines.base)) {
      SpacedLines(kind, of: bodies[$0], in: lines[$0])
    }
  }

  /// Merges parts of the same lines: blocks, or lines of blocks that both sides changed.
  private func merge(_ parts: ThreeWay<SpacedLines>) -> [Piece] {
    var numbers = PartNumbers()
    let keys = parts.map { numbers.of($0) }
    var pieces: [Piece] = []
    for piece in MergeRegions(keys).pieces {
      switch piece {
      case .settled(nil, let region):
        for ((base, left), right) in zip(zip(region.base, region.left), region.right) {
          let spaces = ThreeWay(
            base: parts.base.space(before: base), left: parts.left.space(before: left),
            right: parts.right.space(before: right))
          pieces.append(.settled(Self.space(spaces) + parts.left.bytes(of: left)))
        }
      case .settled(_, let region) where keys.left[region.left] == keys.right[region.right]:
        for (left, right) in zip(region.left, region.right) {
          let space = SpacedLines.longer(
            parts.left.space(before: left), parts.right.space(before: right))
          pieces.append(.settled(space + parts.left.bytes(of: left)))
        }
      case .settled(let side, let region):
        let range = parts[side].textRange(of: region[side])
        pieces.append(.settled(bodies[side].text.bytes(of: range)))
      case .conflict(let region):
        let lines = ThreeWay(base: parts.base.textRange(of: region.base)) {
          parts[$0].textRange(of: region[$0])
        }
        if region.base.isEmpty {
          pieces.append(added(lines))
        } else if parts.base.kind == .blocks {
          pieces += self.lines(lines)
        } else if let side = Self.addingSide(keys, in: region) {
          // The other side changed what it added to, before or after it.
          let (added, other) = (region[side], region[side.other])
          let isBelow = keys[side][added].starts(with: keys.base[region.base])
          let count = added.count - region.base.count
          let own = isBelow ? added.suffix(count) : added.prefix(count)
          let texts = [(side.other, other), (side, own)]
          for (side, part) in isBelow ? texts : texts.reversed() {
            pieces.append(.settled(bodies[side].text.bytes(of: parts[side].textRange(of: part))))
          }
        } else {
          pieces.append(.conflict(lines))
        }
      }
    }
    return pieces + [.settled(Self.space(parts.map(\.end)))]
  }

  /// The side that only added parts above or below those of the base; nil if none did.
  private static func addingSide(
    _ keys: ThreeWay<[Int]>, in region: MergeRegions.Region
  ) -> MergeSide? {
    let base = keys.base[region.base]
    return MergeSide.both.first { side in
      let parts = keys[side][region[side]]
      return parts.count > base.count
        && (parts.starts(with: base) || parts.suffix(base.count) == base)
    }
  }

  /// The blank lines of the side that changed them, else the longer ones.
  private static func space(_ spaces: ThreeWay<[UInt8]>) -> [UInt8] {
    spaces.settled ?? SpacedLines.longer(spaces.left, spaces.right)
  }

  /// What both sides only added is no conflict.
  private func added(_ lines: LineMerge.Conflict) -> Piece {
    let added = AddedLines(
      earlier: SpacedLines(.blocks, of: bodies[later.other], in: lines[later.other]),
      later: SpacedLines(.blocks, of: bodies[later], in: lines[later]))
    return .settled(added.bytes)
  }
}

/// A note of one day, which several devices make for themselves: it is one note (docs/vault-format.md, rule I-6).
package enum DailyNote {
  /// The day that a file's name is, without anything else; nil for other names.
  package static func day(of path: VaultPath) -> CalendarDay? {
    CalendarDay(String(decoding: path.stem, as: UTF8.self))
  }

  /// The ids under which devices make the note of a day at one path: its own, and that of the path (rule I-3); empty if
  /// the name is not a day.
  package static func ids(at path: VaultPath) -> Set<NoteID> {
    guard let day = day(of: path) else { return [] }
    return [ProvisionalID.ofDay(day), ProvisionalID.of(path)]
  }

  /// Whether a note is the one of a day: by its id, or by its name if it has none but perhaps that of its path.
  package static func isOne(_ document: NoteDocument, at path: VaultPath?) -> Bool {
    let named = path.flatMap(day)
    let metadata = NoteMetadata(of: document, zone: .utc)
    guard let id = metadata.id else { return named != nil }
    if let path, ids(at: path).contains(id) { return true }
    let days = [metadata.date, metadata.created].compactMap { $0?.day }
    return days.contains { ProvisionalID.ofDay($0) == id }
  }
}

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
