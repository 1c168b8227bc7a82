/// Finds the blocks of a day's body in one pass.
struct BlockScanner {
  private let text: LineTable.Text
  private let indents: [Int]
  private var at = 0
  /// The line after the last one that is not blank.
  private let textEnd: Int
  /// The begins of blocks that have no end behind `at`: it is not searched for again.
  private var withoutEnd: Set<String> = []
  /// Fences without an end: for each mark in as many quotes, the length from which on none closes a block.
  private var openLengths: [Fence: Int] = [:]
  /// See `DayBody`.
  private(set) var innerEnds: [Int: Int] = [:]

  private struct Fence: Hashable {
    var mark: UInt8
    var quoteDepth: Int
  }

  init(_ text: LineTable.Text, _ indents: [Int]) {
    (self.text, self.indents) = (text, indents)
    textEnd = (0..<text.count).last { !text.isBlank($0) }.map { $0 + 1 } ?? 0
  }

  /// Nil at the end.
  mutating func next() -> DayBody.Block? {
    while at < textEnd, text.isBlank(at) { at += 1 }
    guard at < textEnd else { return nil }
    let start = at
    let kind = readBlock()
    return DayBody.Block(kind: kind, lines: start..<at)
  }

  /// Goes to the line after the block.
  private mutating func readBlock() -> DayBody.Kind {
    if isItem(at) {
      readItem()
      return .item
    }
    if isQuote(at) {
      at = end(from: at, while: isQuote)
      return .quote
    }
    if let code = code(from: at) {
      at = code.end
      return code.isOpen ? .openCode : .code
    }
    if isHeading(at) {
      at += 1
      return .heading
    }
    if isTable(at) {
      at = end(from: at, while: isRow)
      return .table
    }
    if let end = endOfPair(from: at) {
      at = end
      return .code
    }
    let isUnderlined = isUnderline(at + 1)
    at += isUnderlined ? 2 : 1
    return isUnderlined ? .heading : .text
  }

  private func end(from start: Int, while isSame: (Int) -> Bool) -> Int {
    var line = start + 1
    while line < textEnd, isSame(line) { line += 1 }
    return line
  }

  private mutating func readItem() {
    let start = at
    var line = at
    repeat {
      let isFirst = line == start
      at = line + 1
      if let code = code(from: line), !code.isOpen {
        at = code.end
      } else if !isFirst, isInnerRow(line) {
        at = end(from: line, while: isInnerRow)
      }
      if !isFirst, at > line + 1 { innerEnds[line] = at }
      line = at
      while line < textEnd, text.isBlank(line) { line += 1 }
    } while line < textEnd && indents[line] >= DayBody.itemIndent
  }
}

// MARK: - Lines

extension BlockScanner {
  private func isItem(_ line: Int) -> Bool {
    content(line) { bytes, range in
      bytes[range.lowerBound] > 0x20 && ListMarker.length(bytes, range) != nil
    }
  }

  private func isQuote(_ line: Int) -> Bool { text.line(line).first == UInt8(ascii: ">") }

  private func isHeading(_ line: Int) -> Bool {
    content(line) { bytes, range in
      let level = bytes[range].prefix { $0 == UInt8(ascii: "#") }.count
      return (1...6).contains(level) && bytes[range].dropFirst(level).first?.isBlank != false
    }
  }

  /// Whether a line makes the one before it a heading (CommonMark 0.31, section 4.3); not a single hyphen.
  private func isUnderline(_ line: Int) -> Bool {
    guard line < textEnd else { return false }
    return content(line) { bytes, range in
      guard range.count > 1, let first = bytes[range].first else { return false }
      return (first == UInt8(ascii: "=") || first == UInt8(ascii: "-"))
        && bytes[range].allSatisfy { $0 == first }
    }
  }

  private func isTable(_ line: Int) -> Bool {
    guard isRow(line) else { return false }
    if text.line(line).first == UInt8(ascii: "|") { return true }
    return line + 1 < textEnd && isRow(line + 1) && text.isDelimiterRow(line + 1)
  }

  private func isRow(_ line: Int) -> Bool {
    text.line(line).contains(UInt8(ascii: "|")) && !isItem(line) && !isQuote(line)
      && !isHeading(line)
  }

  private func isInnerRow(_ line: Int) -> Bool {
    indents[line] >= DayBody.itemIndent
      && text.line(line).first { !$0.isBlank } == UInt8(ascii: "|")
  }

  /// The line after formulas, a comment or `<details>` of several lines; nil if none begins here, or it has no end.
  private mutating func endOfPair(from start: Int) -> Int? {
    let first = text.line(start)
    let pair: (begin: String, end: String)? =
      if text.isLine(start, "$$") {
        ("$$", "$$")
      } else if text.isLine(start, "%%") {
        ("%%", "%%")
      } else if first.starts(with: "<!--".utf8) {
        ("<!--", "-->")
      } else if first.starts(with: "<details".utf8) {
        ("<details", "</details>")
      } else {
        nil
      }
    guard let pair, !withoutEnd.contains(pair.begin) else { return nil }
    let isMark = pair.begin == pair.end
    if !isMark, first.contains(pair.end.utf8) { return nil }
    for line in start + 1..<textEnd
    where isMark ? text.isLine(line, pair.end) : text.line(line).contains(pair.end.utf8) {
      return line + 1
    }
    withoutEnd.insert(pair.begin)
    return nil
  }

  /// The line after the fenced code that begins with a line; nil if none does.
  private mutating func code(from start: Int) -> (end: Int, isOpen: Bool)? {
    // A copy, since the closure changes `openLengths`.
    let text = text
    return text.bytes.withUnsafeBufferPointer { bytes in
      let first = MarkdownLine(Line(at: text.starts[start], in: bytes), in: bytes, isInList: true)
      guard let opening = CodeFence(opening: first, in: bytes) else { return nil }
      let key = Fence(mark: opening.mark, quoteDepth: opening.quoteDepth)
      if opening.length >= openLengths[key, default: .max] { return (textEnd, true) }
      var fence: CodeFence? = opening
      for line in start + 1..<textEnd {
        let isHeld = fence.holds(Line(at: text.starts[line], in: bytes), in: bytes)
        if fence == nil { return (isHeld ? line + 1 : line, false) }
      }
      openLengths[key] = opening.length
      return (textEnd, true)
    }
  }

  /// - Parameter body: takes the range of the line without its line ending, which is not empty.
  private func content(
    _ line: Int, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Bool
  ) -> Bool {
    text.bytes.withUnsafeBufferPointer { bytes in
      let line = Line(at: text.starts[line], in: bytes)
      return line.start < line.end && body(bytes, line.start..<line.end)
    }
  }
}

extension LineTable.Text {
  /// Whether a line has nothing else but blanks behind it.
  fileprivate func isLine(_ index: Int, _ content: String) -> Bool {
    let line = line(index)
    return line.starts(with: content.utf8)
      && line.dropFirst(content.utf8.count).allSatisfy { $0 <= 0x20 }
  }

  /// Whether it is the line under the names of the columns of a table.
  func isDelimiterRow(_ index: Int) -> Bool {
    let line = line(index)
    return line.contains(UInt8(ascii: "-")) && line.allSatisfy { "|-: \t\r\n".utf8.contains($0) }
  }
}
