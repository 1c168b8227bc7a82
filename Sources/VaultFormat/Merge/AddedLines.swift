/// The lines that two sides added at one place.
struct AddedLines {
  private let earlier: SpacedLines
  private let later: SpacedLines
  private let isDescending: Bool
  private(set) var bytes: [UInt8] = []

  init(_ texts: ThreeWay<LineTable.Text>, in region: LineMerge.Conflict, by order: DailyOrder) {
    let side = order.later
    isDescending = order.isDescending
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
    if !old.isEmpty, !new.isEmpty, let items = TimedItems(old, of: earlier),
      let others = TimedItems(new, of: later)
    {
      bytes += SpacedLines.longer(
        earlier.space(before: old.lowerBound), later.space(before: new.lowerBound))
      bytes += TimedItems.merge(items, others, isDescending: isDescending)
      return
    }
    for index in old { earlier.append(index, to: &bytes) }
    if let last = old.last, let next = new.first { separate(last, from: next) }
    for index in new { later.append(index, to: &bytes) }
  }

  /// Adds a blank line between two paragraphs, which would be one without it; not between rows of a table.
  private mutating func separate(_ last: Int, from index: Int) {
    let next = later.firstLine(of: index)
    guard later.space(before: index).isEmpty, let first = next.first, first > 0x20,
      first != UInt8(ascii: "|") || earlier.firstLine(of: last).first != first,
      next.withUnsafeBufferPointer({ ListMarker.length($0, $0.indices) }) == nil
    else { return }
    bytes += bytes.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n".utf8 : "\n".utf8
  }
}
