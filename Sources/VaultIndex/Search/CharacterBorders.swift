/// Widens ranges of a text to whole characters (grapheme clusters).
///
/// There is a border between two ASCII bytes (except CR LF), so only stretches without such a pair are read. Ranges
/// come in ascending order; a stretch is read once for all ranges in it.
struct CharacterBorders {
  private let text: UnsafeBufferPointer<UInt8>
  /// The last stretch and the borders in it, including its ends.
  private var stretch = 0..<0
  private var borders: [Int] = []

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// The smallest range of whole characters that covers `range`.
  mutating func enclosing(_ range: Range<Int>) -> Range<Int> {
    if isPlainBorder(range.lowerBound), isPlainBorder(range.upperBound) { return range }
    if !(stretch.contains(range.lowerBound) && range.upperBound <= stretch.upperBound) {
      readStretch(around: range)
    }
    let start = firstBorder { $0 > range.lowerBound } - 1
    let end = firstBorder { $0 >= range.upperBound }
    guard borders.indices.contains(start), borders.indices.contains(end) else { return range }
    return borders[start]..<borders[end]
  }

  private func isPlainBorder(_ index: Int) -> Bool {
    guard index > 0, index < text.count else { return true }
    let (before, after) = (text[index - 1], text[index])
    return before < 0x80 && after < 0x80
      && !(before == UInt8(ascii: "\r") && after == UInt8(ascii: "\n"))
  }

  /// Binary search for the first index in `borders` at which `condition` holds.
  private func firstBorder(_ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, borders.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(borders[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func readStretch(around range: Range<Int>) {
    var (start, end) = (range.lowerBound, range.upperBound)
    while !isPlainBorder(start) { start -= 1 }
    while !isPlainBorder(end) { end += 1 }
    stretch = start..<end
    borders = [start]
    while start < end {
      let next = TextScalar(in: text, at: start)
      if next.value >= TextScalar.invalid {
        start += 1
        borders.append(start)
      } else {
        start = appendBorders(from: start)
      }
    }
  }

  /// Appends the borders of the UTF-8 that begins at `start`; returns where it ends.
  private mutating func appendBorders(from start: Int) -> Int {
    var end = start
    while end < stretch.upperBound {
      let next = TextScalar(in: text, at: end)
      guard next.value < TextScalar.invalid else { break }
      end += next.length
    }
    let part = String(
      decoding: UnsafeBufferPointer(rebasing: text[start..<end]), as: UTF8.self)
    var border = start
    for character in part {
      border += character.utf8.count
      borders.append(border)
    }
    return end
  }
}
