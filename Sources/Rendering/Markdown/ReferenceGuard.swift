internal import VaultFormat

/// Decides whether the link definitions of a note, `[label]: destination "title"`, may be read as such.
///
/// cmark copies destination and title for each use, so that a long one that is used often takes memory in the square of
/// the note's size.
enum ReferenceGuard {
  /// The maximum number of bytes of all copies.
  static let limit = 16 << 20

  /// Whether the copies may exceed the limit; never false for a text whose copies do.
  static func isExceeded(by text: ArraySlice<UInt8>) -> Bool {
    var uses = 0
    var longest = 0
    text.withUnsafeBufferPointer { bytes in
      var at = 0
      // The first definition of a line decides for all of it.
      var line = 0..<0
      var isSimple = true
      var paragraphEnd = 0
      while let bracket = bytes.offset(of: UInt8(ascii: "]"), from: at) {
        uses += 1
        at = bracket + 1
        guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { continue }
        if at >= line.upperBound {
          line = at + 1..<max(at + 1, Line(at: at, in: bytes).end)
          isSimple = isWholeDefinition(bytes, line)
        }
        if !isSimple, paragraphEnd < at { paragraphEnd = endOfParagraph(bytes, from: at) }
        longest = max(longest, (isSimple ? line.upperBound : paragraphEnd) - at)
      }
    }
    let (copies, overflow) = longest.multipliedReportingOverflow(by: uses)
    return overflow || copies > limit
  }

  /// Whether a definition whose destination and title are at `range`, the rest of a line, ends there.
  private static func isWholeDefinition(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Bool {
    var rest = bytes[range].drop(while: \.isBlank)
    while let last = rest.last, last.isBlank { rest.removeLast() }
    guard let first = rest.first, !rest.contains(UInt8(ascii: "\r")),
      !rest.contains(UInt8(ascii: "\\"))
    else { return false }
    if first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return true }
      rest = rest[(end + 1)...]
    } else {
      rest = rest.drop { !$0.isBlank }
    }
    rest = rest.drop(while: \.isBlank)
    guard let open = rest.first else { return !beginsTitle(bytes, after: range.upperBound) }
    guard isQuote(open) else { return true }
    let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : open
    return rest.dropFirst().firstIndex(of: close) == rest.endIndex - 1
  }

  private static func beginsTitle(_ bytes: UnsafeBufferPointer<UInt8>, after end: Int) -> Bool {
    let next = Line(at: end, in: bytes).next
    return bytes[next...].first { !$0.isBlank && $0 != UInt8(ascii: ">") }.map(isQuote) ?? false
  }

  private static func isQuote(_ byte: UInt8) -> Bool { "\"'(".utf8.contains(byte) }

  private static func endOfParagraph(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var line = Line(at: start, in: bytes)
    while line.next < bytes.count {
      line = Line(at: line.next, in: bytes)
      if bytes[line.start..<line.end].allSatisfy({ $0.isBlank || $0 == UInt8(ascii: ">") }) {
        return line.start
      }
    }
    return bytes.count
  }
}
