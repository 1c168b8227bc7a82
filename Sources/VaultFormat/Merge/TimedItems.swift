/// List items of one side that begin with a clock time, `- 08:15 coffee`, each with its indented lines.
struct TimedItems {
  private struct Item {
    var time: ItemTime
    var bytes: [UInt8] = []
  }

  private var items: [Item] = []

  /// Nil if anything else stands there, or a blank line between them.
  ///
  /// - Parameter range: not empty.
  init?(_ range: Range<Int>, of lines: SpacedLines) {
    // Before the item before is sought, which can be far away.
    guard ItemTime(of: lines.firstLine(of: range.lowerBound)) != nil else { return nil }
    var last = lines.item(before: range.lowerBound).flatMap { ItemTime(of: $0) }
    for index in range {
      guard index == range.lowerBound || lines.space(before: index).isEmpty,
        let time = ItemTime(of: lines.firstLine(of: index), after: last)
      else { return nil }
      last = time
      items.append(Item(time: time))
      lines.appendWithoutSpace(index, to: &items[items.count - 1].bytes)
    }
  }

  /// The items of both by time.
  ///
  /// Each side keeps the order of its own.
  static func merge(_ one: TimedItems, _ other: TimedItems, isDescending: Bool) -> [UInt8] {
    func precedes(_ item: Item, _ other: Item) -> Bool {
      if item.time == other.time { return item.bytes.lexicographicallyPrecedes(other.bytes) }
      return (item.time < other.time) != isDescending
    }
    var (first, second) = (one.items[...], other.items[...])
    var bytes: [UInt8] = []
    while let item = first.first, let candidate = second.first {
      bytes += precedes(candidate, item) ? second.removeFirst().bytes : first.removeFirst().bytes
    }
    return bytes + (first + second).flatMap(\.bytes)
  }

  /// Whether the newest item comes first: times fall more often than they rise, from each to the next.
  static func isDescending(_ texts: [LineTable.Text]) -> Bool {
    var balance = 0
    for text in texts {
      var last: ItemTime?
      for line in 0..<text.count {
        guard let time = ItemTime(of: text.line(line), after: last) else { continue }
        if let last { balance += time < last ? 1 : last < time ? -1 : 0 }
        last = time
      }
    }
    return balance > 0
  }
}

/// The clock time with which an item of a day begins.
private struct ItemTime: Comparable {
  /// From the midnight at which the day began; from 24 hours on after the next one.
  private var minute: Int

  /// Nil if the line has none.
  ///
  /// - Parameter last: that of the item before; a time before six o'clock and twelve hours or more before that one is
  ///   one after midnight.
  init?(of line: ArraySlice<UInt8>, after last: ItemTime? = nil) {
    guard let minute = Self.minute(of: line) else { return nil }
    self.minute = minute
    if let last, minute < 360 { self.minute += max(last.minute - minute + 720, 0) / 1440 * 1440 }
  }

  static func < (left: ItemTime, right: ItemTime) -> Bool { left.minute < right.minute }

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
