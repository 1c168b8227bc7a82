/// Merges the bodies of a day's note: what both sides only added at one place is no conflict (docs/vault-format.md, rule M-21).
enum DailyMerge {
  /// - Parameter later: see `MergePrecedence`.
  static func merge(_ bodies: ThreeWay<[UInt8]>, later: MergeSide) -> BodyMerge {
    var table = LineTable()
    let texts = ThreeWay(
      base: table.text(bodies.base), left: table.text(bodies.left), right: table.text(bodies.right))
    var result = merge(texts, later: later, &table)
    result.isOrderedByTime = result.merged != merge(texts, later: later.other, &table).merged
    return result
  }

  /// Of all lines; without the blank ones if lines stand twice otherwise.
  ///
  /// Blank lines are all equal, and can be what two texts have in common in place of a line of words. They also show
  /// what belongs together, so they are left out only then.
  private static func merge(
    _ texts: ThreeWay<LineTable.Text>, later: MergeSide, _ table: inout LineTable
  ) -> BodyMerge {
    let lines = LineMerge(texts) { region in
      region.base.isEmpty ? AddedLines(texts, in: region, later: later).bytes : nil
    }
    guard let merged = lines.merged else { return BodyMerge(lines) }
    let counts = LineCounts(of: texts)
    let doubled = counts.doubled(in: table.text(merged))
    guard doubled > 0, let other = WrittenLines.merge(texts, later: later),
      counts.doubled(in: table.text(other)) < doubled
    else { return BodyMerge(lines) }
    return BodyMerge(lines, merged: other)
  }
}

/// How often the sides have each line.
private struct LineCounts {
  private var greatest: [Int: Int] = [:]

  init(of sides: ThreeWay<LineTable.Text>) {
    for side in MergeSide.both {
      greatest.merge(Self.counts(of: sides[side])) { max($0, $1) }
    }
  }

  /// How many lines that are not blank a merged text has beyond those of either side.
  func doubled(in text: LineTable.Text) -> Int {
    Self.counts(of: text).reduce(0) { $0 + max(0, $1.value - greatest[$1.key, default: 0]) }
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
  static func merge(_ texts: ThreeWay<LineTable.Text>, later: MergeSide) -> [UInt8]? {
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
        bytes += AddedLines(texts, in: ranges, later: later).bytes
      }
    }
    bytes += SpacedLines.longer(lines.left.end, lines.right.end)
    // As in `LineMerge`.
    if !texts.map(\.isTerminated).settled(orOf: .left) { bytes.removeLineEnd() }
    return bytes
  }
}

/// The lines that two sides added at one place.
private struct AddedLines {
  private let earlier: SpacedLines
  private let later: SpacedLines
  private(set) var bytes: [UInt8] = []

  init(_ texts: ThreeWay<LineTable.Text>, in region: LineMerge.Conflict, later side: MergeSide) {
    (earlier, later) = (
      SpacedLines(of: texts[side.other], in: region[side.other], joinsIndented: true),
      SpacedLines(of: texts[side], in: region[side], joinsIndented: true)
    )
    join()
    bytes += SpacedLines.longer(earlier.end, later.end)
  }

  /// What both have stands once; between that, what only one has.
  private mutating func join() {
    var known: [[Int]: Int] = [:]
    func number(_ key: [Int]) -> Int {
      let number = known[key] ?? known.count
      known[key] = number
      return number
    }
    let partners = LineDiff(from: earlier.keys.map(number), to: later.keys.map(number)).partners
    var (start, next) = (0, 0)
    for (index, match) in partners.enumerated() where match >= 0 {
      joinGap(start..<index, next..<match)
      bytes += SpacedLines.longer(earlier.space(before: index), later.space(before: match))
      earlier.appendWithoutSpace(index, to: &bytes)
      (start, next) = (index + 1, match + 1)
    }
    joinGap(start..<earlier.count, next..<later.count)
  }

  private mutating func joinGap(_ old: Range<Int>, _ new: Range<Int>) {
    var (old, new) = (old, new)
    if !old.isEmpty, !new.isEmpty {
      // They belong to the line before, which both sides have.
      if earlier.isContinued(by: old.lowerBound) {
        earlier.append(old.removeFirst(), to: &bytes)
      }
      if later.isContinued(by: new.lowerBound) { later.append(new.removeFirst(), to: &bytes) }
    }
    if !old.isEmpty, !new.isEmpty, let items = TimedItem.all(old, of: earlier),
      let others = TimedItem.all(new, of: later)
    {
      let sorted = (items + others).sorted {
        $0.minute == $1.minute
          ? $0.bytes.lexicographicallyPrecedes($1.bytes) : $0.minute < $1.minute
      }
      bytes += SpacedLines.longer(
        earlier.space(before: old.lowerBound), later.space(before: new.lowerBound))
      bytes += sorted.flatMap(\.bytes)
      return
    }
    for index in old { earlier.append(index, to: &bytes) }
    if !old.isEmpty, !new.isEmpty { separate(before: new.lowerBound) }
    for index in new { later.append(index, to: &bytes) }
  }

  /// Adds a blank line between two paragraphs, which would be one without it.
  private mutating func separate(before index: Int) {
    let next = later.firstLine(of: index)
    guard later.space(before: index).isEmpty, let first = next.first, first > 0x20,
      next.withUnsafeBufferPointer({ ListMarker.length($0, $0.indices) }) == nil
    else { return }
    bytes += bytes.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n".utf8 : "\n".utf8
  }
}

/// A list item that begins with a clock time, `- 08:15 coffee`, with its indented lines.
private struct TimedItem {
  var minute: Int
  var bytes: [UInt8]

  /// The items; nil if anything else stands there, or a blank line between them.
  static func all(_ range: Range<Int>, of lines: SpacedLines) -> [TimedItem]? {
    var items: [TimedItem] = []
    for index in range {
      guard index == range.lowerBound || lines.space(before: index).isEmpty,
        let minute = minute(of: lines.firstLine(of: index))
      else { return nil }
      items.append(TimedItem(minute: minute, bytes: []))
      lines.appendWithoutSpace(index, to: &items[items.count - 1].bytes)
    }
    return items
  }

  private static func minute(of line: ArraySlice<UInt8>) -> Int? {
    line.withUnsafeBufferPointer { bytes in
      guard bytes.count >= 7, bytes[1] == UInt8(ascii: " "),
        bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "*")
          || bytes[0] == UInt8(ascii: "+")
      else { return nil }
      var cursor = DigitCursor(UnsafeBufferPointer(rebasing: bytes[2...]))
      guard let hour = cursor.twoDigits(), hour < 24, cursor.skip(UInt8(ascii: ":")),
        let minute = cursor.twoDigits(), minute < 60, !cursor.next.isASCIIDigit
      else { return nil }
      return hour * 60 + minute
    }
  }
}
