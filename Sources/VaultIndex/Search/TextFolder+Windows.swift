extension TextFolder {
  /// Whether the needle is in the folding of `text`, where the folding differs from the text.
  ///
  /// Only active scalars make a folding differ from the text, so only those that a match may include are folded, in a
  /// window of the needle's length on both sides. A joiner after such a scalar is active too, and its window includes
  /// what it joins. Windows hardly overlap; all of them together take linear time.
  mutating func contains(_ finder: ByteFinder, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let reach = finder.needle.count
    var window = 0..<0
    var index = table.firstSuspect(in: text, from: 0)
    while index < text.count {
      let scalar = TextScalar(in: text, at: index)
      let end = index &+ scalar.length
      let entry = table.entry(of: scalar.value)
      if entry.isActive, mayTouch(finder.places, in: text, at: index..<end, entry: entry) {
        if index &- reach > window.upperBound {
          if contains(finder, in: text, window: window) { return true }
          window = start(of: index, entry, reach: reach, in: text)..<index
        }
        window = window.lowerBound..<(end &+ reach)
      }
      index = table.firstSuspect(in: text, from: end)
    }
    return contains(finder, in: text, window: window)
  }

  /// Whether a match may include the active scalar at `range`; if not, it needs no window.
  private mutating func mayTouch(
    _ places: NeedlePlaces, in text: UnsafeBufferPointer<UInt8>, at range: Range<Int>,
    entry: FoldingEntry
  ) -> Bool {
    // A joiner after it is active too and gets its own window.
    if !entry.isJoiner, !places.mayTouch(table.output(of: entry)) { return false }
    var after = asciiFolding(of: text, at: range.upperBound)
    if after == nil, range.upperBound < text.count {
      let next = TextScalar(in: text, at: range.upperBound)
      if table.entry(of: next.value).isJoiner { return true }
    } else if range.upperBound &+ 1 < text.count, text[range.upperBound &+ 1] >= 0x80 {
      // A joiner may change the ASCII byte.
      after = nil
    }
    guard entry.isJoiner else {
      let before = asciiFolding(of: text, at: range.lowerBound &- 1)
      return places.mayTouch(table.output(of: entry), before: before, after: after)
    }
    // An accent after an ASCII letter vanishes.
    guard entry.isAccent, let base = asciiFolding(of: text, at: range.lowerBound &- 1),
      base.isASCIILetter
    else { return true }
    return places.mayTouch(
      [base], before: asciiFolding(of: text, at: range.lowerBound &- 2), after: after)
  }

  /// The folding of an ASCII byte; nil for others and outside of the text.
  private func asciiFolding(of text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt8? {
    guard index >= 0, index < text.count, text[index] < 0x80 else { return nil }
    return options.ignoresCase ? text[index].asciiLowercased : text[index]
  }

  private mutating func contains(
    _ finder: ByteFinder, in text: UnsafeBufferPointer<UInt8>, window: Range<Int>
  ) -> Bool {
    guard !window.isEmpty else { return false }
    var end = min(window.upperBound, text.count)
    while end < text.count, text[end].isContinuation { end &+= 1 }
    fold(text, window.lowerBound..<end)
    return folded.withBytes { finder.firstMatch(in: $0) >= 0 }
  }

  /// The start of the window of an active scalar: at the start of a unit, before the unit that a joiner belongs to.
  ///
  /// A joiner's unit may be far shorter when folded, so the reach begins before it.
  private mutating func start(
    of index: Int, _ entry: FoldingEntry, reach: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let unit = entry.isJoiner ? unitStart(atOrBefore: index &- 1, in: text) : index
    return unitStart(atOrBefore: unit &- reach, in: text)
  }

  /// The last start of a unit at or before `index`, at least 0.
  private mutating func unitStart(
    atOrBefore index: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var start = max(0, index)
    while start > 0 {
      if !text[start].isContinuation {
        let scalar = TextScalar(in: text, at: start)
        if !table.entry(of: scalar.value).isJoiner { break }
      }
      start &-= 1
    }
    return start
  }
}
