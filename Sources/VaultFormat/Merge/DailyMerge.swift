/// Merges the bodies of a day's note: what both sides only added at one place is no conflict (docs/vault-format.md, rule M-21).
enum DailyMerge {
  /// - Parameter later: see `MergePrecedence`.
  static func merge(_ bodies: ThreeWay<[UInt8]>, later: MergeSide) -> BodyMerge {
    var table = LineTable()
    let texts = ThreeWay(
      base: table.text(bodies.base), left: table.text(bodies.left), right: table.text(bodies.right))
    var isOrderedByTime = false
    let lines = LineMerge(texts) { region in
      guard region.base.isEmpty else { return nil }
      let added = AddedLines(
        ThreeWay(base: SpacedLines(of: texts.base, in: region.base)) {
          SpacedLines(of: texts[$0], in: region[$0])
        }, later: later)
      isOrderedByTime = isOrderedByTime || added.isOrderedByTime
      return added.bytesWithEnd
    }
    var result = BodyMerge(lines)
    if let day = DayLines(texts, later: later) {
      result = BodyMerge(lines, merged: day.bytes)
      isOrderedByTime = day.isOrderedByTime
    }
    result.isOrderedByTime = isOrderedByTime
    return result
  }
}

/// The merge of the lines that are not blank, and then of the blank lines before each.
///
/// Blank lines are all equal. In a merge of all lines they are taken for what two texts have in common, and a line that
/// both have can stand twice.
private struct DayLines {
  private let texts: ThreeWay<SpacedLines>
  private let later: MergeSide
  private(set) var bytes: [UInt8] = []
  private(set) var isOrderedByTime = false

  /// Nil if both sides changed the same lines, or one changed what the other added to.
  init?(_ texts: ThreeWay<LineTable.Text>, later: MergeSide) {
    self.texts = texts.map { SpacedLines(of: $0, in: 0..<$0.count) }
    self.later = later
    // Blank lines are added by both sides, and each wants its own, where both added lines just before.
    var isAfterBoth = false
    for piece in MergeRegions(self.texts.map(\.numbers)).pieces {
      switch piece {
      case .settled(let side, let region):
        append(region, of: side, isAfterBoth: isAfterBoth)
        isAfterBoth = false
      case .conflict(let region):
        guard region.base.isEmpty else { return nil }
        let added = AddedLines(self.texts, in: region, later: later)
        bytes += added.bytes
        isOrderedByTime = isOrderedByTime || added.isOrderedByTime
        isAfterBoth = true
      }
    }
    let spaces = self.texts.map { $0.space(before: $0.count) }
    bytes += isAfterBoth ? spaces.longer : spaces.settled ?? spaces.longer
    // As in `LineMerge`.
    if !texts.map(\.isTerminated).settled(orOf: .left) { bytes.removeLineEnd() }
  }

  /// Appends the lines of a side; nil: of the base, which both sides kept.
  private mutating func append(
    _ region: MergeRegions.Region, of side: MergeSide?, isAfterBoth: Bool
  ) {
    let isCommon = texts.left.numbers[region.left] == texts.right.numbers[region.right]
    for (offset, line) in region[side].enumerated() {
      // A side that changed lines meets what the other did to the blank lines before the first of them.
      if isCommon || offset == 0 && !region.base.isEmpty {
        let spaces = ThreeWay(base: baseSpace(region, offset)) {
          texts[$0].space(before: region[$0].lowerBound + offset)
        }
        bytes += isAfterBoth && offset == 0 ? spaces.longer : spaces.settled ?? spaces.longer
      } else {
        bytes += texts[side].space(before: line)
      }
      texts[side].append(line, to: &bytes)
    }
  }

  /// The blank lines in the base before a line that both sides have; none if the base does not have it.
  private func baseSpace(_ region: MergeRegions.Region, _ offset: Int) -> [UInt8] {
    let line = region.base.lowerBound + offset
    return region.base.contains(line) ? texts.base.space(before: line) : []
  }
}

/// The lines that two sides added at one place.
private struct AddedLines {
  private let earlier: SpacedLines
  private let later: SpacedLines
  private let old: Range<Int>
  private let new: Range<Int>
  private(set) var bytes: [UInt8] = []
  /// Whether some stand one after the other by the times of the sides.
  private(set) var isOrderedByTime = false

  /// Of whole texts.
  init(_ texts: ThreeWay<SpacedLines>, later side: MergeSide) {
    self.init(texts, in: texts.map { 0..<$0.count }, later: side)
  }

  init(_ texts: ThreeWay<SpacedLines>, in region: MergeRegions.Region, later side: MergeSide) {
    (earlier, later) = (texts[side.other], texts[side])
    (old, new) = (region[side.other], region[side])
    join()
  }

  /// With the blank lines at the end of whole texts.
  var bytesWithEnd: [UInt8] { bytes + longerSpace(earlier.count, later.count) }

  /// Lines that both have stand once; between them, what only one has.
  private mutating func join() {
    let partners = LineDiff(
      from: Array(earlier.numbers[old]), to: Array(later.numbers[new])
    ).partners
    var (start, next) = (old.lowerBound, new.lowerBound)
    for (offset, partner) in partners.enumerated() where partner >= 0 {
      let (line, match) = (old.lowerBound + offset, new.lowerBound + partner)
      joinGap(start..<line, next..<match)
      bytes += longerSpace(line, match)
      earlier.append(line, to: &bytes)
      (start, next) = (line + 1, match + 1)
    }
    joinGap(start..<old.upperBound, next..<new.upperBound)
  }

  private mutating func joinGap(_ old: Range<Int>, _ new: Range<Int>) {
    if !old.isEmpty, !new.isEmpty {
      if let items = TimedItem.all(old, of: earlier), let others = TimedItem.all(new, of: later) {
        let sorted = (items + others).sorted {
          $0.minute == $1.minute
            ? $0.bytes.lexicographicallyPrecedes($1.bytes) : $0.minute < $1.minute
        }
        bytes += longerSpace(old.lowerBound, new.lowerBound)
        bytes += sorted.flatMap(\.bytes)
        return
      }
      isOrderedByTime = true
    }
    append(old, of: earlier)
    if !old.isEmpty, !new.isEmpty { separate(old, new) }
    append(new, of: later)
  }

  private mutating func append(_ range: Range<Int>, of lines: SpacedLines) {
    for line in range {
      bytes += lines.space(before: line)
      lines.append(line, to: &bytes)
    }
  }

  /// Adds a blank line between two paragraphs, which would be one without it.
  private mutating func separate(_ old: Range<Int>, _ new: Range<Int>) {
    let next = later.line(new.lowerBound)
    guard later.space(before: new.lowerBound).isEmpty, let first = next.first, first > 0x20,
      next.withUnsafeBufferPointer({ ListMarker.length($0, $0.indices) }) == nil
    else { return }
    bytes += bytes.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n".utf8 : "\n".utf8
  }

  private func longerSpace(_ line: Int, _ other: Int) -> [UInt8] {
    SpacedLines.longer(earlier.space(before: line), later.space(before: other))
  }
}

extension ThreeWay<[UInt8]> {
  fileprivate var longer: [UInt8] { SpacedLines.longer(left, right) }
}

/// A list item that begins with a clock time, `- 08:15 coffee`, with its indented lines.
private struct TimedItem {
  var minute: Int
  var bytes: [UInt8]

  /// The items; nil if anything else stands there, or a blank line between them.
  static func all(_ range: Range<Int>, of lines: SpacedLines) -> [TimedItem]? {
    var items: [TimedItem] = []
    for index in range {
      guard index == range.lowerBound || lines.space(before: index).isEmpty else { return nil }
      let line = lines.line(index)
      if let minute = minute(of: line) {
        items.append(TimedItem(minute: minute, bytes: []))
      } else if items.isEmpty || !line.starts(with: "  ".utf8) && line.first != UInt8(ascii: "\t") {
        return nil
      }
      lines.append(index, to: &items[items.count - 1].bytes)
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
