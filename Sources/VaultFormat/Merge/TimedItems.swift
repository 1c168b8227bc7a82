/// List items that begin with a clock time, `- 08:15 coffee`, in the order of it.
enum TimedItems {
  /// The number of blocks before and after a place that may matter for the order there.
  private static let reach = 32

  struct Item {
    /// Minutes since the day of the first item began, perhaps more than 24 hours.
    fileprivate var minute: Int
    /// The blank lines before it.
    fileprivate(set) var space: [UInt8]
    let bytes: [UInt8]
  }

  /// The items of both sides by time, each side in its own order.
  ///
  /// - Parameters: not empty, and all with a clock time.
  static func ordered(_ one: PartRange, _ other: PartRange) -> [Item] {
    let isDescending = falls(around: one) + falls(around: other) > 0
    var (first, second) = (
      items(of: one, isDescending: isDescending)[...],
      items(of: other, isDescending: isDescending)[...]
    )
    let firstSpace = SpacedLines.longer(first[0].space, second[0].space)
    var others = (first.dropFirst() + second.dropFirst()).map(\.space)
    let before = one.lines.blockIndex(of: one.first) - 1
    if before >= 0, one.lines.body.blocks[before].kind == .item { others.append(firstSpace) }
    let innerSpace = others.reduce([], SpacedLines.longer)
    (first[0].space, second[0].space) = (innerSpace, innerSpace)
    func precedes(_ item: Item, _ other: Item) -> Bool {
      if item.minute == other.minute { return item.bytes.lexicographicallyPrecedes(other.bytes) }
      return (item.minute < other.minute) != isDescending
    }
    var ordered: [Item] = []
    while let item = first.first, let candidate = second.first {
      ordered.append(precedes(candidate, item) ? second.removeFirst() : first.removeFirst())
    }
    ordered += first + second
    ordered[0].space = firstSpace
    return ordered
  }

  private static func items(of parts: PartRange, isDescending: Bool) -> [Item] {
    let (lines, body) = (parts.lines, parts.lines.body)
    // The nearest one before, of the same section.
    var last = (0..<lines.blockIndex(of: parts.first)).suffix(reach).reversed().lazy
      .prefix { body.blocks[$0].kind != .heading }
      .compactMap { minute(of: body, block: $0) }.first
    var midnights = 0
    return parts.range.compactMap { part in
      guard let minute = minute(of: body, block: lines.blockIndex(of: part)) else { return nil }
      if !isDescending, isAfterMidnight(minute, since: last) { midnights += 1 }
      last = minute
      return Item(
        minute: minute + midnights * 24 * 60, space: lines.space(before: part),
        bytes: lines.bytes(of: part))
    }
  }

  /// How many more times fall than rise from one item to the next: in the list around the parts.
  private static func falls(around parts: PartRange) -> Int {
    let body = parts.lines.body
    let first = parts.lines.blockIndex(of: parts.first)
    let last = parts.lines.blockIndex(of: parts.range.upperBound - 1)
    let before = (0..<first).suffix(reach).reversed().prefix { minute(of: body, block: $0) != nil }
    let after = (last + 1..<body.blocks.count).prefix(reach)
      .prefix { minute(of: body, block: $0) != nil }
    let minutes = (first - before.count...last + after.count).compactMap {
      minute(of: body, block: $0)
    }
    return zip(minutes, minutes.dropFirst()).reduce(0) { falls, step in
      // One after midnight may follow in either order.
      if step.0 == step.1 || isAfterMidnight(step.1, since: step.0) { return falls }
      return falls + (step.0 > step.1 ? 1 : -1)
    }
  }

  /// A time before six o'clock that follows one twelve hours later or more is one of the next day.
  private static func isAfterMidnight(_ minute: Int, since last: Int?) -> Bool {
    guard let last else { return false }
    return minute < 6 * 60 && last - minute >= 12 * 60
  }

  /// The clock time with which an item begins, in minutes; nil for other blocks.
  static func minute(of body: DayBody, block index: Int) -> Int? {
    guard body.blocks[index].kind == .item else { return nil }
    return body.text.line(body.blocks[index].lines.lowerBound).withUnsafeBufferPointer { bytes in
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
