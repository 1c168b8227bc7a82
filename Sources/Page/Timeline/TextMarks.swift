internal import VaultIndex

/// Where words are in a short text, as a search finds them: without regard to case and accents.
struct TextMarks {
  private let needles: [[UInt8]]
  private let folding: FoldingOptions

  /// Further words are not marked.
  private static let mostWords = 16

  init(_ words: [String], _ folding: FoldingOptions = FoldingOptions()) {
    self.folding = folding
    needles = words.prefix(Self.mostWords).map { Array(folding.fold($0).utf8) }
      .filter { !$0.isEmpty }
  }

  /// The characters of `text` that belong to a word, in order, without overlaps.
  func ranges(in text: [Character]) -> [Range<Int>] {
    var folded: [UInt8] = []
    // The character from which each byte comes.
    var sources: [Int] = []
    for (index, character) in text.enumerated() {
      let bytes = folding.fold(String(character)).utf8
      folded += bytes
      sources += repeatElement(index, count: bytes.count)
    }
    var isMarked = [Bool](repeating: false, count: text.count)
    for needle in needles {
      var start = 0
      while start + needle.count <= folded.count {
        if folded[start..<start + needle.count].elementsEqual(needle) {
          for source in sources[start]...sources[start + needle.count - 1] {
            isMarked[source] = true
          }
          start += needle.count
        } else {
          start += 1
        }
      }
    }
    return Self.ranges(of: isMarked)
  }

  private static func ranges(of isMarked: [Bool]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for index in isMarked.indices where isMarked[index] {
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges
  }
}

/// Text of which some parts are marked.
struct MarkedLine: Hashable {
  struct Part: Hashable {
    var text: String
    var isMarked: Bool
  }

  var parts: [Part]

  var hasMarks: Bool { parts.contains(where: \.isMarked) }
  var text: String { parts.map(\.text).joined() }

  /// - Parameter length: in characters; a text that is longer, or whose first mark is far from its start, is cut around it.
  init(_ text: String, _ marks: TextMarks, length: Int = .max) {
    let characters = Array(text)
    let ranges = marks.ranges(in: characters)
    let shown = Self.window(of: characters, around: ranges.first, length: length)
    parts = shown.lowerBound > 0 ? [Part(text: "… ", isMarked: false)] : []
    var place = shown.lowerBound
    func piece(_ range: Range<Int>) -> String { String(characters[range]) }
    for range in ranges where range.overlaps(shown) {
      let range = range.clamped(to: shown)
      if place < range.lowerBound {
        parts.append(Part(text: piece(place..<range.lowerBound), isMarked: false))
      }
      parts.append(Part(text: piece(range), isMarked: true))
      place = range.upperBound
    }
    if place < shown.upperBound {
      parts.append(Part(text: piece(place..<shown.upperBound), isMarked: false))
    }
    if shown.upperBound < characters.count { parts.append(Part(text: " …", isMarked: false)) }
  }

  private static func window(
    of text: [Character], around mark: Range<Int>?, length: Int
  ) -> Range<Int> {
    let first = mark?.lowerBound ?? 0
    guard text.count > length || first > length / 5 else { return 0..<text.count }
    var start = max(0, first - length / 8)
    // Words stay whole where blanks separate them.
    if start > 0, let blank = text[start..<min(start + 20, text.count)].firstIndex(of: " "),
      blank < first
    {
      start = blank + 1
    }
    return start..<min(start + length, text.count)
  }
}
