/// Merges the bodies of a day's note: what both sides only added at one place is no conflict (docs/vault-format.md, rule M-21).
enum DailyMerge {
  /// - Parameter later: see `MergePrecedence`.
  static func merge(_ bodies: ThreeWay<[UInt8]>, later: MergeSide) -> BodyMerge {
    let versions = Versions(bodies)
    var result = versions.merge(later: later)
    result.isOrderedByTime = result.merged != versions.merge(later: later.other).merged
    return result
  }
}

/// The three bodies as lines, in two ways.
private struct Versions {
  private let lines: ThreeWay<LineTable.Text>
  /// A fenced code block is one line.
  private let blocks: ThreeWay<LineTable.Text>
  private let hasCode: Bool
  private let table: LineTable
  private let counts: LineCounts
  private let isDescending: Bool

  init(_ bodies: ThreeWay<[UInt8]>) {
    var table = LineTable()
    lines = bodies.map { table.text($0) }
    blocks = bodies.map { table.text(ofBlocksIn: $0) }
    hasCode = blocks.map(\.count) != lines.map(\.count)
    counts = LineCounts(of: blocks)
    isDescending = TimedItems.isDescending([lines.left, lines.right])
    self.table = table
  }

  /// The first merge in which no line stands twice, or the one with the fewest.
  ///
  /// Two code blocks that begin with equal lines must not become one, so blocks stay whole where that is no conflict.
  /// Blank lines are all equal, and can be what two texts have in common in place of a line of words. They also show
  /// what belongs together, so they are left out last.
  func merge(later: MergeSide) -> BodyMerge {
    let order = DailyOrder(later: later, isDescending: isDescending)
    let merge = LineMerge(lines, by: order)
    let ways: [() -> [UInt8]?] = [
      { hasCode ? LineMerge(blocks, by: order).merged : nil }, { merge.merged },
      { hasCode ? WrittenLines.merge(blocks, by: order) : nil },
      { WrittenLines.merge(lines, by: order) },
    ]
    var best: (bytes: [UInt8], doubled: Int)?
    for way in ways where best?.doubled != 0 {
      guard let bytes = way() else { continue }
      let doubled = counts.doubled(in: bytes, table)
      if best.map({ doubled < $0.doubled }) ?? true { best = (bytes, doubled) }
    }
    return BodyMerge(merge, merged: best?.bytes)
  }
}

/// The order of what both sides added.
struct DailyOrder {
  var later: MergeSide
  /// Whether the newest timed item comes first.
  var isDescending: Bool
}

extension LineMerge {
  /// What both sides only added is no conflict.
  fileprivate init(_ texts: ThreeWay<LineTable.Text>, by order: DailyOrder) {
    self.init(texts) { region in
      region.base.isEmpty ? AddedLines(texts, in: region, by: order).bytes : nil
    }
  }
}

/// How often the sides have each line or code block.
private struct LineCounts {
  private var greatest: [Int: Int] = [:]

  init(of sides: ThreeWay<LineTable.Text>) {
    for side in MergeSide.both {
      greatest.merge(Self.counts(of: sides[side])) { max($0, $1) }
    }
  }

  /// How many lines that are not blank a merged text has beyond those of either side.
  func doubled(in bytes: [UInt8], _ table: LineTable) -> Int {
    var table = table
    return Self.counts(of: table.text(ofBlocksIn: bytes)).reduce(0) {
      $0 + max(0, $1.value - greatest[$1.key, default: 0])
    }
  }

  private static func counts(of text: LineTable.Text) -> [Int: Int] {
    text.numbers.indices.reduce(into: [:]) { counts, line in
      if !text.isBlank(line) { counts[text.numbers[line], default: 0] += 1 }
    }
  }
}

/// The merge of the lines that are not blank, each with the blank lines before it, the longer ones of those of two sides.
private enum WrittenLines {
  /// Nil if both sides changed the same lines, or one changed what the other added to.
  static func merge(_ texts: ThreeWay<LineTable.Text>, by order: DailyOrder) -> [UInt8]? {
    let lines = texts.map { SpacedLines(of: $0, in: 0..<$0.count, joinsIndented: false) }
    var bytes: [UInt8] = []
    let numbers = lines.map { $0.keys.flatMap(\.self) }
    for piece in MergeRegions(numbers).pieces {
      switch piece {
      case .settled(let side?, let region)
      where numbers.left[region.left] != numbers.right[region.right]:
        for line in region[side] { lines[side].append(line, to: &bytes) }
      case .settled(_, let region):
        for (line, match) in zip(region.left, region.right) {
          bytes += SpacedLines.longer(
            lines.left.space(before: line), lines.right.space(before: match))
          lines.left.appendWithoutSpace(line, to: &bytes)
        }
      case .conflict(let region):
        guard region.base.isEmpty else { return nil }
        let ranges = ThreeWay(base: 0..<0) { lines[$0].textRange(of: region[$0]) }
        bytes += AddedLines(texts, in: ranges, by: order).bytes
      }
    }
    bytes += SpacedLines.longer(lines.left.end, lines.right.end)
    // As in `LineMerge`.
    if !texts.map(\.isTerminated).settled(orOf: .left) { bytes.removeLineEnd() }
    return bytes
  }
}
