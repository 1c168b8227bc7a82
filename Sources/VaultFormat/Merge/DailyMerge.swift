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
      var added = AddedLines(region, of: texts, later: later)
      added.join()
      isOrderedByTime = isOrderedByTime || added.isOrderedByTime
      return added.result
    }
    var result = BodyMerge(lines)
    result.isOrderedByTime = isOrderedByTime
    return result
  }
}

/// The lines that two sides added at one place.
private struct AddedLines {
  private let earlier: LineTable.Text
  private let later: LineTable.Text
  private let old: Range<Int>
  private let new: Range<Int>
  private(set) var result: [UInt8] = []
  private(set) var isOrderedByTime = false

  init(_ region: LineMerge.Conflict, of texts: ThreeWay<LineTable.Text>, later side: MergeSide) {
    (earlier, later) = (texts[side.other], texts[side])
    (old, new) = (region[side.other], region[side])
  }

  /// Lines that both have stand once; between them, what only one has.
  mutating func join() {
    let partners = LineDiff(
      from: Array(earlier.numbers[old]), to: Array(later.numbers[new])
    ).partners
    var (start, next) = (old.lowerBound, new.lowerBound)
    for (offset, partner) in partners.enumerated() where partner >= 0 {
      let (line, match) = (old.lowerBound + offset, new.lowerBound + partner)
      joinGap(start..<line, next..<match)
      earlier.append(line..<line + 1, to: &result)
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
        result += sorted.flatMap(\.bytes)
        return
      }
      isOrderedByTime = true
    }
    earlier.append(old, to: &result)
    if !old.isEmpty, !new.isEmpty { separate(old, new) }
    later.append(new, to: &result)
  }

  /// Adds a blank line between two paragraphs, which would be one without it.
  private mutating func separate(_ old: Range<Int>, _ new: Range<Int>) {
    let (last, next) = (earlier.line(old.upperBound - 1), later.line(new.lowerBound))
    guard last.contains(where: { $0 > 0x20 }), let first = next.first, first > 0x20,
      next.withUnsafeBufferPointer({ ListMarker.length($0, $0.indices) }) == nil
    else { return }
    result += result.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n".utf8 : "\n".utf8
  }
}

/// A list item that begins with a clock time, `- 08:15 coffee`, with its indented lines.
private struct TimedItem {
  var minute: Int
  var bytes: [UInt8]

  /// The items; nil if anything else stands there, such as a blank line.
  static func all(_ range: Range<Int>, of text: LineTable.Text) -> [TimedItem]? {
    var items: [TimedItem] = []
    for index in range {
      let line = text.line(index)
      var bytes: [UInt8] = []
      text.append(index..<index + 1, to: &bytes)
      if let minute = minute(of: line) {
        items.append(TimedItem(minute: minute, bytes: bytes))
      } else if !items.isEmpty, line.starts(with: "  ".utf8) || line.first == UInt8(ascii: "\t"),
        line.contains(where: { $0 > 0x20 })
      {
        items[items.count - 1].bytes += bytes
      } else {
        return nil
      }
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
