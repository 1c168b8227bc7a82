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

    /// With the line ending.
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
  private var fence: CodeFence?

  /// - Parameters:
  ///   - start: where the body begins in `bytes`.
  ///   - zone: for times without an offset.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, zone: TimeZoneRules) {
    (self.bytes, self.zone) = (bytes, zone)
    at = start
  }

  /// The next block; nil at the end.
  package mutating func next() -> Block? {
    guard at < bytes.count else { return nil }
    let block = block(Line(at: at, in: bytes))
    at = block.range.upperBound
    return block
  }

  private mutating func block(_ line: Line) -> Block {
    let range = line.start..<line.next
    if fence.holds(line, in: bytes) { return .other(range) }
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

  /// A code block that begins in the further lines of an event may end behind the event: blank lines are no part of that.
  private mutating func openFence(behind line: Line, of event: EventLine) {
    var at = line.next
    while at < event.range.upperBound {
      let line = Line(at: at, in: bytes)
      if !fence.holds(line, in: bytes) { open(line) }
      at = line.next
    }
  }

  private mutating func open(_ line: Line) {
    let content = MarkdownLine(line, in: bytes, isInList: false)
    if content.indent < 4 { fence = CodeFence(opening: content, in: bytes) }
  }
}
