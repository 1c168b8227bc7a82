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
  /// The units whose folding differs from their bytes, in order; empty unless requested.
  private(set) var spans: [FoldedSpan] = []
  private var recordsSpans = false
  /// The unit that a joiner would belong to, and whether accents after it vanish.
  private var current = FoldedSpan(raw: 0..<0, folded: 0..<0)
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
  mutating func fold(
    _ text: UnsafeBufferPointer<UInt8>, _ window: Range<Int>, recordsSpans: Bool = false
  ) {
    folded.truncate(to: 0)
    spans.removeAll(keepingCapacity: true)
    self.recordsSpans = recordsSpans
    current = FoldedSpan(raw: window.lowerBound..<window.lowerBound, folded: 0..<0)
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
    current = FoldedSpan(raw: (end - 1)..<end, folded: (folded.count - 1)..<folded.count)
    currentLosesAccents = options.ignoresAccents && text[end - 1].isASCIILetter
    return end
  }

  /// Appends the folding of a scalar that begins a unit; returns its end.
  private mutating func begin(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, scalar: TextScalar,
    entry: FoldingEntry
  ) -> Int {
    let start = folded.count
    if entry.isActive {
      folded.append(table.output(of: entry))
    } else if scalar.value >= TextScalar.invalid {
      folded.append(Self.notText)
    } else {
      folded.append(text, range, lowercases: false)
    }
    current = FoldedSpan(raw: range, folded: start..<folded.count)
    currentLosesAccents = entry.losesAccents
    if entry.isActive { record(current) }
    return range.upperBound
  }

  /// Adds the joiner at `range` to the current unit; returns the end of the unit.
  private mutating func join(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, entry: FoldingEntry
  ) -> Int {
    var end = range.upperBound
    if !(entry.isAccent && currentLosesAccents) {
      folded.truncate(to: current.folded.lowerBound)
      end = foldUnit(text, from: current.raw.lowerBound)
      currentLosesAccents = false
    }
    current.raw = current.raw.lowerBound..<end
    current.folded = current.folded.lowerBound..<folded.count
    record(current)
    return end
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

  /// Records a unit, or the longer form of the last recorded one.
  private mutating func record(_ span: FoldedSpan) {
    guard recordsSpans else { return }
    if let last = spans.last, last.raw.lowerBound == span.raw.lowerBound { spans.removeLast() }
    spans.append(span)
  }
}
