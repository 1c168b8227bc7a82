internal import VaultFormat

/// Folds text into a reused buffer.
///
/// A text is a sequence of units: a scalar and the joiners after it, which may compose with it, be reordered or
/// dropped. Units fold independently of each other.
struct TextFolder {
  let options: FoldingOptions
  /// The only needle to be searched, if known.
  let finder: ByteFinder?
  var table: FoldingTable
  /// The folding of the last text, as UTF-8; invalid bytes become `notText`.
  private(set) var folded = FoldedBytes()
  /// Where the unit that a joiner would belong to begins in the text and in its folding.
  private var current = (raw: 0, folded: 0)
  /// Whether accents after that unit vanish.
  private var currentLosesAccents = false
  private var unit: [ClassedScalar] = []
  private var foldedUnit: [ClassedScalar] = []
  private var unitBytes: [UInt8] = []

  /// Never part of UTF-8, so it matches no needle.
  static let notText: UInt8 = 0xFF

  init(options: FoldingOptions, finder: ByteFinder? = nil) {
    self.options = options
    self.finder = finder
    table = FoldingTable(options: options, needle: finder?.places)
  }

  /// Folds the part of `text` in `window`, which starts at a unit.
  mutating func fold(_ text: UnsafeBufferPointer<UInt8>, _ window: Range<Int>) {
    folded.truncate(to: 0)
    current = (window.lowerBound, 0)
    currentLosesAccents = false
    let text = UnsafeBufferPointer(rebasing: text[..<window.upperBound])
    var index = window.lowerBound
    while index < text.count {
      if text[index] < 0x80 {
        index = foldASCII(text, from: index)
        continue
      }
      let scalar = TextScalar(in: text, at: index)
      let entry = table.entry(of: scalar.value)
      let range = index..<(index &+ scalar.length)
      index =
        entry.isJoiner
        ? join(text, range, entry: entry)
        : begin(text, range, scalar: scalar, entry: entry)
    }
  }

  /// Appends a run of ASCII, which joiners may follow; returns its end.
  private mutating func foldASCII(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let end = firstNonASCII(in: text, from: start)
    folded.append(text, start..<end, lowercases: options.ignoresCase)
    current = (end - 1, folded.count - 1)
    currentLosesAccents = options.ignoresAccents && text[end - 1].isASCIILetter
    return end
  }

  /// Appends the folding of a scalar that begins a unit; returns its end.
  private mutating func begin(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, scalar: TextScalar,
    entry: FoldingEntry
  ) -> Int {
    current = (range.lowerBound, folded.count)
    currentLosesAccents = entry.losesAccents
    if entry.isActive {
      folded.append(table.output(of: entry))
    } else if scalar.value >= TextScalar.invalid {
      folded.append(Self.notText)
    } else {
      folded.append(text, range, lowercases: false)
    }
    return range.upperBound
  }

  /// Adds the joiner at `range` to the current unit; returns the end of the unit.
  private mutating func join(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, entry: FoldingEntry
  ) -> Int {
    if entry.isAccent, currentLosesAccents { return range.upperBound }
    folded.truncate(to: current.folded)
    currentLosesAccents = false
    return foldUnit(text, from: current.raw)
  }

  /// Appends the folding of the unit at `start` by the full rules; returns the end of the unit.
  private mutating func foldUnit(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    unit.removeAll(keepingCapacity: true)
    var index = start
    while index < text.count {
      let scalar = TextScalar(in: text, at: index)
      if index > start, !table.entry(of: scalar.value).isJoiner { break }
      table.folding.tables.appendDecomposition(of: scalar.value, compatibility: true, to: &unit)
      index += scalar.length
    }
    table.folding.fold(&unit, into: &foldedUnit)
    unitBytes.removeAll(keepingCapacity: true)
    for scalar in foldedUnit {
      if scalar.value < TextScalar.invalid {
        UTF8Scalar.append(scalar.value, to: &unitBytes)
      } else {
        unitBytes.append(Self.notText)
      }
    }
    folded.append(unitBytes[...])
    return index
  }
}

/// A byte buffer that keeps its capacity from one text to the next.
///
/// `storage` is never shorter than `count`; writes go through unsafe pointers that lie within it,
/// since `makeRoom` precedes each.
struct FoldedBytes {
  private var storage: [UInt8] = []
  private(set) var count = 0

  /// Truncates to at most `length` bytes.
  mutating func truncate(to length: Int) { count = min(count, length) }

  mutating func append(_ byte: UInt8) {
    makeRoom(1)
    storage[count] = byte
    count &+= 1
  }

  /// Appends a piece of `text`, with ASCII capitals in lower case if `lowercases`.
  mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, lowercases: Bool
  ) {
    let piece = UnsafeBufferPointer(rebasing: text[range])
    makeRoom(piece.count)
    storage.withUnsafeMutableBufferPointer { [count] storage in
      if lowercases {
        for index in piece.indices { storage[count &+ index] = piece[index].asciiLowercased }
      } else {
        for index in piece.indices { storage[count &+ index] = piece[index] }
      }
    }
    count &+= piece.count
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { append(byte) }
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  private mutating func makeRoom(_ needed: Int) {
    guard storage.count &- count < needed else { return }
    let length = Swift.max(storage.count * 2, count + needed, 256)
    storage.append(contentsOf: repeatElement(0, count: length - storage.count))
  }
}

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
