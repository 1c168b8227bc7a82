extension TextMatcher {
  /// The matches in `text`, as ascending byte ranges without overlap; none for an empty needle.
  ///
  /// Each range covers every character (grapheme cluster) that the match touches.
  package func ranges(
    in text: UnsafeBufferPointer<UInt8>, scratch: inout FoldingScratch
  ) -> [Range<Int>] {
    guard let finder else { return [] }
    var borders = CharacterBorders(text)
    if firstNonASCII(in: text, from: 0) == text.count {
      return ranges(finder, in: text, spans: SpanCursor([]), borders: &borders)
    }
    return scratch.withFolder(for: finder, options) { folder in
      folder.fold(text, 0..<text.count, recordsSpans: true)
      return folder.folded.withBytes {
        ranges(finder, in: $0, spans: SpanCursor(folder.spans), borders: &borders)
      }
    }
  }

  private func ranges(
    _ finder: ByteFinder, in folded: UnsafeBufferPointer<UInt8>, spans: SpanCursor,
    borders: inout CharacterBorders
  ) -> [Range<Int>] {
    var spans = spans
    var ranges: [Range<Int>] = []
    var start = 0
    while true {
      let match = finder.firstMatch(in: folded, from: start)
      guard match >= 0 else { return ranges }
      let end = match + finder.needle.count
      var range = borders.enclosing(spans.rawStart(of: match)..<spans.rawEnd(of: end))
      // Borders of units and of characters differ only in malformed text.
      while let end = spans.endOfUnit(across: range.upperBound) {
        range = borders.enclosing(range.lowerBound..<end)
      }
      ranges.append(range)
      start = max(end, spans.folded(range.upperBound))
    }
  }
}

/// Maps offsets of a folded text to the raw text and back, in ascending order only.
private struct SpanCursor {
  private let spans: [FoldedSpan]
  /// The first span that does not end before the last offset.
  private var index = 0

  init(_ spans: [FoldedSpan]) {
    self.spans = spans
  }

  /// The raw start of the unit that has the folded byte at `place`.
  mutating func rawStart(of place: Int) -> Int {
    while index < spans.count, spans[index].folded.upperBound <= place { index += 1 }
    if index < spans.count, spans[index].folded.contains(place) {
      return spans[index].raw.lowerBound
    }
    return offset(place)
  }

  /// The raw end of the unit that has the last folded byte before `place`.
  mutating func rawEnd(of place: Int) -> Int {
    while index < spans.count, spans[index].folded.upperBound < place { index += 1 }
    if index < spans.count, spans[index].folded.contains(place - 1) {
      return spans[index].raw.upperBound
    }
    return offset(place)
  }

  /// The end of the unit that begins before the raw offset `place` and continues after it, if any.
  mutating func endOfUnit(across place: Int) -> Int? {
    while index < spans.count, spans[index].raw.upperBound <= place { index += 1 }
    guard index < spans.count, spans[index].raw.lowerBound < place else { return nil }
    return spans[index].raw.upperBound
  }

  /// The folded offset of a raw offset after all spans before `index`.
  func folded(_ place: Int) -> Int {
    guard index > 0 else { return place }
    return spans[index - 1].folded.upperBound + (place - spans[index - 1].raw.upperBound)
  }

  /// The raw offset of a folded offset between spans.
  private func offset(_ place: Int) -> Int {
    guard index > 0 else { return place }
    return spans[index - 1].raw.upperBound + (place - spans[index - 1].folded.upperBound)
  }
}
