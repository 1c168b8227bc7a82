/// Finds the title in a body: the first `#` heading, else the first line with text, if the file name is no title.
///
/// docs/vault-format.md, rule K-6. One pass over the lines up to the heading; ignores headings in fenced code.
package enum BodyTitle {
  package enum Found: Hashable, Sendable {
    /// The range of the heading's text, without its `#`.
    case heading(Range<Int>)
    /// The range of the first line's text. If `isWhole` is false, a heading may follow in bytes that were not given.
    case firstLine(Range<Int>, isWhole: Bool)
    case nothing(isWhole: Bool)

    /// Whether more bytes cannot change the result.
    package var isFinal: Bool {
      switch self {
      case .heading: true
      case .firstLine(_, let isWhole), .nothing(let isWhole): isWhole
      }
    }

    /// The range of the heading, else of the first line: the title of a text without a file.
    package var range: Range<Int>? {
      switch self {
      case .heading(let range), .firstLine(let range, _): range
      case .nothing: nil
      }
    }

    /// The range of the title of a note; nil if the stem of its file name is the title.
    ///
    /// A stem is a title unless it begins with a date, like names made by tl.
    package func range(inFileNamed stem: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
      switch self {
      case .heading(let range): range
      case .firstLine(let range, _): FileNameDate.length(inStem: stem) > 0 ? range : nil
      case .nothing: nil
      }
    }
  }

  /// Searches `bytes` from `start`.
  ///
  /// - Parameter isWhole: whether the file ends with the bytes; if false, a last line without a line ending is ignored.
  package static func find(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isWhole: Bool
  ) -> Found {
    var firstLine: Range<Int>?
    var fence: (mark: UInt8, length: Int)?
    var next = start
    while next < bytes.count {
      let line = Line(at: next, in: bytes)
      if line.end == line.next, !isWhole { break }
      next = line.next
      var at = line.start
      // A tab reaches the fourth column at least, which makes code (CommonMark 0.31, section 2.2).
      var indent = 0
      while at < line.end, bytes[at].isBlank {
        indent += bytes[at] == UInt8(ascii: "\t") ? 4 : 1
        at += 1
      }
      guard at < line.end else { continue }
      let first = bytes[at]
      if first == UInt8(ascii: "`") || first == UInt8(ascii: "~") {
        var end = at
        while end < line.end, bytes[end] == first { end += 1 }
        if let open = fence {
          if first == open.mark, end - at >= open.length, indent < 4,
            bytes[end..<line.end].allSatisfy(\.isBlank)
          {
            fence = nil
          }
        } else if end - at >= 3, indent < 4,
          first == UInt8(ascii: "~") || !bytes[end..<line.end].contains(first)
        {
          fence = (first, end - at)
        }
      } else if fence == nil, first == UInt8(ascii: "#"), indent < 4,
        let heading = headingText(at..<line.end, in: bytes)
      {
        return .heading(heading)
      }
      if firstLine == nil {
        // Without the marks of quotes and lists before it.
        let start = fence == nil ? MarkdownLine(line, in: bytes, isInList: false).content : at
        firstLine = text(start..<line.end, in: bytes)
      }
    }
    return firstLine.map { .firstLine($0, isWhole: isWhole) } ?? .nothing(isWhole: isWhole)
  }

  /// The text of a level 1 ATX heading (CommonMark 0.31, section 4.2); nil for anything else.
  private static func headingText(
    _ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    var at = line.lowerBound + 1
    guard at < line.upperBound, bytes[at].isBlank else { return nil }
    while at < line.upperBound, bytes[at].isBlank { at += 1 }
    var stop = line.upperBound
    while stop > at, bytes[stop - 1].isBlank { stop -= 1 }
    // Removes a closing run of # after a blank.
    var close = stop
    while close > at, bytes[close - 1] == UInt8(ascii: "#") { close -= 1 }
    if close == at { return nil }
    if close < stop, bytes[close - 1].isBlank {
      stop = close
      while stop > at, bytes[stop - 1].isBlank { stop -= 1 }
    }
    return at..<stop
  }

  /// The text of a line without the `#` of a deeper heading and the box of a task; nil for marks without text.
  private static func text(
    _ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    let (start, end) = (line.lowerBound, line.upperBound)
    var at = start
    while at < end, bytes[at] == UInt8(ascii: "#") { at += 1 }
    if at < end, at > start, !bytes[at].isBlank { at = start }
    if isTaskBox(bytes[at..<end]) { at += 3 }
    while at < end, bytes[at].isBlank { at += 1 }
    var stop = end
    while stop > at, bytes[stop - 1].isBlank { stop -= 1 }
    return bytes[at..<stop].allSatisfy { $0 == UInt8(ascii: "#") } ? nil : at..<stop
  }

  /// Whether a text begins with `[ ] ` or `[x] `.
  private static func isTaskBox(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let start = text.startIndex
    return text.count > 3 && text[start] == UInt8(ascii: "[")
      && text[start + 2] == UInt8(ascii: "]")
      && " xX".utf8.contains(text[start + 1]) && text[start + 3].isBlank
  }
}
