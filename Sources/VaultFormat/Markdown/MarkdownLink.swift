/// A link in a Markdown text.
package struct MarkdownLink: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// `[text](destination)`
    case link
    /// `![text](destination)`
    case image
    /// `[label]: destination`
    case definition
    /// `[[note]]`, as in Obsidian.
    case wikilink
    /// `![[file]]`, as in Obsidian.
    case embed

    /// The target is embedded: shown in the text.
    package var isShownInPlace: Bool { self == .image || self == .embed }
    package var isObsidian: Bool { self == .wikilink || self == .embed }
  }

  package var kind: Kind
  /// The byte range of the destination, without `<>`; the whole content of `[[a#b|c]]`.
  package var destination: Range<Int>
}

extension MarkdownLink {
  /// Calls `body` for each link of `bytes` from `start` on, in the order of their destinations.
  ///
  /// Skips what CommonMark 0.31 reads as code (fenced, indented, in backticks), raw HTML blocks and comments. Does not
  /// track the exact nesting of lists and quotes: where that could matter, a block counts as text. Takes linear time
  /// for any input.
  package static func forEach(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, body: (MarkdownLink) -> Void
  ) {
    // Most notes have no link: every link contains this byte.
    guard bytes.offset(of: UInt8(ascii: "]"), from: start) != nil else { return }
    var blocks = MarkdownBlocks(bytes, from: start)
    var inline = InlineLinks(bytes)
    while let block = blocks.next() { inline.scan(block, body) }
  }
}

/// Finds the links in text, block by block (CommonMark 0.31, sections 4.7 and 6).
struct InlineLinks {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The open brackets, innermost last.
  private var openers: [Opener] = []
  /// A link cannot contain a link: `[` openers below this index are inactive, `![` openers are not.
  private var firstActive = 0
  private var codeSpans = CodeSpans()
  /// A comment in this block is not closed, so none that begins later is.
  private var hasUnclosedComment = false

  private enum Opener { case link, image }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Calls `found` for the links in the bytes at `range`.
  mutating func scan(_ range: Range<Int>, _ found: (MarkdownLink) -> Void) {
    let text = UnsafeBufferPointer(rebasing: bytes[..<range.upperBound])
    guard text.offset(of: UInt8(ascii: "]"), from: range.lowerBound) != nil else { return }
    openers.removeAll(keepingCapacity: true)
    firstActive = 0
    hasUnclosedComment = false
    codeSpans.reset(to: range)
    let parser = LinkParser(text)
    var at = range.lowerBound
    while let definition = parser.definition(at: at) {
      found(MarkdownLink(kind: .definition, destination: definition.destination))
      at = definition.end
    }
    while at < range.upperBound {
      switch text[at] {
      case UInt8(ascii: "\\"): at += 2
      case UInt8(ascii: "`"): at = codeSpans.end(ofSpanAt: at, in: text)
      case UInt8(ascii: "<"): at = skipComment(at, parser)
      case UInt8(ascii: "!") where at + 1 < text.count && text[at + 1] == UInt8(ascii: "["):
        at = open(.image, at: at + 1, with: parser, found: found)
      case UInt8(ascii: "["): at = open(.link, at: at, with: parser, found: found)
      case UInt8(ascii: "]"): at = close(at: at, with: parser, found: found)
      default: at += 1
      }
    }
  }

  /// Consumes a `[`, or all of `[[…]]`; returns the offset after it.
  private mutating func open(
    _ opener: Opener, at bracket: Int, with parser: LinkParser, found: (MarkdownLink) -> Void
  ) -> Int {
    if let inside = parser.wikilink(at: bracket) {
      found(MarkdownLink(kind: opener == .image ? .embed : .wikilink, destination: inside))
      return inside.upperBound + 2
    }
    openers.append(opener)
    return bracket + 1
  }

  private mutating func skipComment(_ start: Int, _ parser: LinkParser) -> Int {
    guard !hasUnclosedComment, parser.beginsComment(at: start) else { return start + 1 }
    guard let end = parser.endOfComment(at: start) else {
      hasUnclosedComment = true
      return start + 1
    }
    return end
  }

  /// Consumes a `]`, with the destination after it if it closes a link; returns the offset after it.
  private mutating func close(
    at bracket: Int, with parser: LinkParser, found: (MarkdownLink) -> Void
  ) -> Int {
    guard let opener = openers.popLast() else { return bracket + 1 }
    let isActive = opener == .image || openers.count >= firstActive
    firstActive = min(firstActive, openers.count)
    guard isActive, let (destination, end) = parser.inlineDestination(at: bracket + 1) else {
      return bracket + 1
    }
    if opener == .link { firstActive = openers.count }
    if !destination.isEmpty {
      found(MarkdownLink(kind: opener == .image ? .image : .link, destination: destination))
    }
    return end
  }
}

/// The ends of the code spans in a block (section 6.1), found in one pass over its backticks.
private struct CodeSpans {
  private var range = 0..<0
  private var isScanned = false
  /// The runs of backticks in order, each with the index of the next run of the same length, or -1.
  private var runs: [(start: Int, end: Int, next: Int)] = []
  private var current = 0

  /// A longer run is treated as text, which keeps the table of lengths small.
  private static let longestRun = 64

  mutating func reset(to range: Range<Int>) {
    self.range = range
    isScanned = false
  }

  /// The end of the code span that the run at `start` opens, or of the run itself if it opens none.
  mutating func end(ofSpanAt start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    if !isScanned { scan(text) }
    while current < runs.count, runs[current].end <= start { current += 1 }
    guard current < runs.count else { return start + 1 }
    let run = runs[current]
    // After a backslash the run is shorter than counted, and opens nothing.
    guard run.start == start, run.next >= 0 else { return run.end }
    return runs[run.next].end
  }

  private mutating func scan(_ text: UnsafeBufferPointer<UInt8>) {
    isScanned = true
    current = 0
    runs.removeAll(keepingCapacity: true)
    var at = range.lowerBound
    while let start = text.offset(of: UInt8(ascii: "`"), from: at) {
      at = start
      while at < text.count, text[at] == UInt8(ascii: "`") { at += 1 }
      runs.append((start, at, -1))
    }
    var next = [Int](repeating: -1, count: Self.longestRun + 1)
    for index in runs.indices.reversed() {
      let length = runs[index].end - runs[index].start
      guard length <= Self.longestRun else { continue }
      runs[index].next = next[length]
      next[length] = index
    }
  }
}
