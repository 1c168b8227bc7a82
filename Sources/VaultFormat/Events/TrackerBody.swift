/// The blocks of a tracker's body, one after the other: its events, and the lines between them.
///
/// Takes linear time and allocates nothing.
package struct TrackerBody {
  package enum Block: Sendable {
    case event(EventLine)
    case blank(Range<Int>)
    /// `## Log`, below which tl writes events.
    case heading(Range<Int>)
    /// A list item that begins like an event and is none.
    case unreadable(Range<Int>)
    case other(Range<Int>)

    /// The range with the line ending.
    package var range: Range<Int> {
      switch self {
      case .event(let event): event.range
      case .blank(let range), .heading(let range), .unreadable(let range), .other(let range): range
      }
    }
  }

  package static let heading = "## Log"

  private let bytes: UnsafeBufferPointer<UInt8>
  private let zone: TimeZoneRules
  private var at: Int
  private let end: Int
  private let isLiteral: Bool
  private var fence: CodeFence?
  private var isInComment = false

  /// - Parameters:
  ///   - start: where the body begins in `bytes`.
  ///   - end: nil for the end of `bytes`; else the begin of a part.
  ///   - isLiteral: whether code and comments are read as what stands outside of them.
  ///   - zone: for times without an offset.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int? = nil,
    isLiteral: Bool = false, zone: TimeZoneRules
  ) {
    (self.bytes, self.isLiteral, self.zone) = (bytes, isLiteral, zone)
    at = start
    self.end = end ?? bytes.count
  }

  /// What holds no events, as long as it goes on.
  package enum Container: Sendable { case code, comment }

  /// To what the last block that was read belongs, if that may go on behind it.
  package var container: Container? { fence != nil ? .code : isInComment ? .comment : nil }

  /// Divides a body into parts that have the same blocks one by one as they have together, unless a code block or a
  /// comment reaches from one into the next.
  ///
  /// Each but the first begins with a line that is neither blank nor indented.
  ///
  /// - Parameters:
  ///   - start: where the body begins in `bytes`.
  ///   - size: of a part, at least; in bytes.
  package static func parts(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, size: Int
  ) -> [Range<Int>] {
    var (parts, begin): ([Range<Int>], Int) = ([], start)
    while begin < bytes.count {
      var end = bytes.count
      if bytes.count - begin > size {
        var line = Line(at: begin + size, in: bytes)
        repeat {
          line = Line(at: line.next, in: bytes)
        } while line.start < bytes.count
          && bytes[line.start] <= UInt8(ascii: " ")
        end = line.start
      }
      parts.append(begin..<end)
      begin = end
    }
    return parts
  }

  /// The next block; nil at the end.
  package mutating func next() -> Block? {
    guard at < end else { return nil }
    let block = block(Line(at: at, in: bytes))
    at = block.range.upperBound
    return block
  }

  private mutating func block(_ line: Line) -> Block {
    let range = line.start..<line.next
    if !isLiteral, fence.holds(line, in: bytes) || holdsComment(line) { return .other(range) }
    switch EventLine.read(line, in: bytes, zone: zone) {
    case .event(let event):
      openFence(behind: line, of: event)
      return .event(event)
    case .unreadable: return .unreadable(range)
    case .other: break
    }
    let text = bytes.trimmed(line.start..<line.end)
    if text.isEmpty { return .blank(range) }
    if text.lowerBound == line.start, bytes[text].elementsEqual(Self.heading.utf8) {
      return .heading(range)
    }
    open(line)
    return .other(range)
  }

  /// Whether the line belongs to the open comment; one with `-->` ends it (CommonMark 0.31, section 4.6).
  private mutating func holdsComment(_ line: Line) -> Bool {
    guard isInComment else { return false }
    isInComment = !endsComment(line.start..<line.end)
    return true
  }

  private func endsComment(_ text: Range<Int>) -> Bool {
    bytes[text].firstRange(of: "-->".utf8) != nil
  }

  /// A code block that begins in the further lines of an event may end behind the event: blank lines are no part of that.
  private mutating func openFence(behind line: Line, of event: EventLine) {
    var at = line.next
    while at < event.range.upperBound {
      let line = Line(at: at, in: bytes)
      if !fence.holds(line, in: bytes) { fence = openedFence(content(of: line)) }
      at = line.next
    }
  }

  private mutating func open(_ line: Line) {
    let content = content(of: line)
    fence = openedFence(content)
    isInComment =
      fence == nil && content.indent < 4 && content.quoteDepth == 0
      && !content.hasListMarker && bytes[content.content..<line.end].starts(with: "<!--".utf8)
      && !endsComment(content.content..<line.end)
  }

  private func content(of line: Line) -> MarkdownLine {
    MarkdownLine(line, in: bytes, isInList: false)
  }

  private func openedFence(_ content: MarkdownLine) -> CodeFence? {
    content.indent < 4 ? CodeFence(opening: content, in: bytes) : nil
  }
}

extension TrackerBody {
  /// The first line of the text that is neither a heading nor an event, up to the events.
  package static func about(in document: NoteDocument, zone: TimeZoneRules) -> String? {
    document.bytes.withUnsafeBufferPointer { bytes in
      var body = TrackerBody(bytes, from: document.layout.bodyStart, zone: zone)
      while let block = body.next() {
        switch block {
        case .blank: continue
        case .other(let range):
          let line = Line(at: range.lowerBound, in: bytes)
          let text = bytes.trimmed(line.start..<line.end)
          if bytes[text].first == UInt8(ascii: "#") { continue }
          return String(decoding: bytes[text], as: UTF8.self)
        case .event, .heading, .unreadable: return nil
        }
      }
      return nil
    }
  }
}
