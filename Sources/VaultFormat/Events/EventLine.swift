/// An event of a tracker: a list item at the margin that begins with a time (docs/vault-format.md, rule E-1).
///
/// `- 2026-11-16T07:55:00+01:00 = 1.5: only the kitchen`. Ranges are those of the bytes it was read from; nothing is
/// allocated, since a tracker may have a million of them.
package struct EventLine: Sendable {
  package enum Mark: UInt8, Sendable, CaseIterable {
    case pause, skip

    package var name: String { self == .pause ? "pause" : "skip" }
  }

  /// The end of an event that lasts.
  package enum End: Hashable, Sendable {
    case running
    case at(NoteTime)
  }

  /// The item with its indented lines and their line endings.
  package let range: Range<Int>
  /// The bullet, the box, the times and the mark, as they are written.
  package let head: Range<Int>
  package let begin: NoteTime
  /// Nil for an event that does not last.
  package let end: End?
  package let mark: Mark?
  /// What stands behind `=`, in the first line: a value, perhaps a unit, perhaps text; nil without `=`.
  package let amount: Range<Int>?
  /// The text behind the time, where there is no `=`.
  private let remark: Range<Int>
  /// The indented lines.
  private let further: Range<Int>

  package enum Reading: Sendable {
    case event(EventLine)
    /// Begins like an event, but there is no such day or time, or it ends before it begins.
    case unreadable
    case other
  }

  /// Reads the item that begins with `line`; only the first line is read if it is none.
  package static func read(
    _ line: Line, in bytes: UnsafeBufferPointer<UInt8>, zone: TimeZoneRules
  ) -> Reading {
    guard let content = content(of: line, in: bytes) else { return .other }
    let text = UnsafeBufferPointer(rebasing: bytes[content..<line.end])
    guard looksLikeDay(text) else { return .other }
    var cursor = EventCursor(text)
    guard let span = cursor.span(zone), cursor.isAtBoundary else { return .unreadable }
    return .event(EventLine(line, in: bytes, text: content, &cursor, span: span))
  }

  private init(
    _ line: Line, in bytes: UnsafeBufferPointer<UInt8>, text content: Int,
    _ cursor: inout EventCursor, span: (begin: NoteTime, end: End?)
  ) {
    (begin, end) = span
    let spanEnd = content + cursor.position
    mark = cursor.mark()
    head = line.start..<(mark == nil ? spanEnd : content + cursor.position)
    let hasAmount = cursor.skip(UInt8(ascii: "="))
    if !hasAmount { _ = cursor.skip(UInt8(ascii: ":")) }
    let rest = bytes.trimmed(content + cursor.position..<line.end)
    amount = hasAmount ? rest : nil
    remark = hasAmount ? rest.upperBound..<rest.upperBound : rest
    var next = line.next
    while next < bytes.count {
      let line = Line(at: next, in: bytes)
      guard Self.isIndented(line, in: bytes) else { break }
      next = line.next
    }
    further = line.next..<next
    range = line.start..<next
  }

  /// The place behind the bullet and a box that is checked; nil for anything else.
  ///
  /// An empty box is a plan.
  private static func content(of line: Line, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let count = line.end - line.start
    guard count >= 12, bytes[line.start + 1] == UInt8(ascii: " "),
      bytes[line.start] == UInt8(ascii: "-") || bytes[line.start] == UInt8(ascii: "*")
        || bytes[line.start] == UInt8(ascii: "+")
    else { return nil }
    var at = line.start + 2
    while at < line.end, bytes[at].isBlank { at += 1 }
    if line.end - at >= 4, bytes[at] == UInt8(ascii: "["),
      bytes[at + 1] | 0x20 == UInt8(ascii: "x"), bytes[at + 2] == UInt8(ascii: "]"),
      bytes[at + 3].isBlank
    {
      at += 4
      while at < line.end, bytes[at].isBlank { at += 1 }
    }
    return at
  }

  private static func looksLikeDay(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else {
      return false
    }
    return (0..<10).allSatisfy { $0 == 4 || $0 == 7 || text[$0].isASCIIDigit }
  }

  /// Whether the line belongs to the item before it: indented by two blanks or a tab, and not blank.
  private static func isIndented(_ line: Line, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = line.start
    while at < line.end, bytes[at].isBlank { at += 1 }
    guard at < line.end, at > line.start else { return false }
    return at - line.start >= 2 || bytes[line.start] == UInt8(ascii: "\t")
  }
}

// MARK: - What it says

extension EventLine {
  /// The value, with a unit that is the tracker's; nil without `=` or if nothing stands behind it.
  ///
  /// - Throws: `EventValue.Failure` for `= 5,2`: what stands behind `=` is no number. The event counts without a value.
  package func value(
    in bytes: UnsafeBufferPointer<UInt8>, unit: String
  ) throws(EventValue.Failure) -> EventValue? {
    try reading(in: bytes, unit: unit)?.value
  }

  /// The parts of the item as they are written: all of its bytes, in this order.
  package struct Parts: Sendable {
    /// Bullet, box, times and mark, with what stands before them.
    package var head: [UInt8]
    /// Behind the `=`, without blanks around it; nil without one, or if it cannot be read.
    package var value: [UInt8]?
    /// What stands behind `=` and is no value.
    package var unreadable: [UInt8]?
    /// From the text of the first line on, with further lines and the line ending.
    package var text: [UInt8]
    /// From the head on: what the others do not have are blanks, `=` and `:`.
    package var tail: [UInt8]

    /// What stands before the time: the bullet, and perhaps a box.
    package var beginning: [UInt8] { Array(head.prefix { !$0.isASCIIDigit }) }

    /// The item with what is given; all else keeps its bytes.
    ///
    /// - Parameters:
    ///   - value: empty for none.
    ///   - text: empty for none; it replaces the further lines too.
    package func item(
      head: [UInt8]? = nil, value: String? = nil, text: String? = nil, lineEnd: String
    ) -> [UInt8] {
      var line = head ?? self.head
      if value == nil, text == nil { return line + tail }
      let amount = value.map { Array($0.utf8) } ?? self.value ?? []
      if !amount.isEmpty { line += " = ".utf8 + amount }
      if let text { return EventLine.written(after: line, value: "", text: text, lineEnd: lineEnd) }
      if let first = self.text.first, first != 0x0A, first != 0x0D { line += ": ".utf8 }
      return line + self.text
    }
  }

  /// The head: a time, or two, and a mark, behind what stands before them.
  package static func head(
    after beginning: [UInt8] = Array("- ".utf8), begin: NoteTime, end: End? = nil, mark: Mark? = nil
  ) -> [UInt8] {
    var head = begin.rfc3339
    switch end {
    case nil: break
    case .running: head += "/"
    case .at(let time): head += "/" + time.rfc3339
    }
    if let mark { head += " " + mark.name }
    return beginning + head.utf8
  }

  package func parts(in bytes: UnsafeBufferPointer<UInt8>, unit: String) -> Parts {
    let lineEnd = Line(at: range.lowerBound, in: bytes).end
    var parts = Parts(
      head: Array(bytes[head]), text: [], tail: Array(bytes[head.upperBound..<range.upperBound]))
    var textStart = remark.isEmpty ? lineEnd : remark.lowerBound
    if let amount, !amount.isEmpty {
      if let read = try? reading(in: bytes, unit: unit) {
        textStart = read.text.isEmpty ? lineEnd : read.text.lowerBound
        var value = bytes.trimmed(amount.lowerBound..<min(textStart, amount.upperBound))
        if !value.isEmpty, bytes[value.upperBound - 1] == UInt8(ascii: ":") {
          value = bytes.trimmed(value.lowerBound..<value.upperBound - 1)
        }
        parts.value = Array(bytes[value])
      } else {
        textStart = amount.lowerBound
        parts.unreadable = Array(bytes[amount])
      }
    }
    parts.text = Array(bytes[textStart..<range.upperBound])
    return parts
  }

  /// The text, its lines without their indentation; what stands behind `=` and is no value is text.
  package func text(in bytes: UnsafeBufferPointer<UInt8>, unit: String) -> String {
    let first =
      switch amount {
      case nil: remark
      case let amount?: (try? reading(in: bytes, unit: unit)?.text) ?? amount
      }
    var lines = first.isEmpty ? [] : [String(decoding: bytes[first], as: UTF8.self)]
    var at = further.lowerBound
    while at < further.upperBound {
      let line = Line(at: at, in: bytes)
      lines.append(String(decoding: bytes[bytes.trimmed(line.start..<line.end)], as: UTF8.self))
      at = line.next
    }
    return lines.joined(separator: "\n")
  }

  private func reading(
    in bytes: UnsafeBufferPointer<UInt8>, unit: String
  ) throws(EventValue.Failure) -> (value: EventValue, text: Range<Int>)? {
    guard let amount, !amount.isEmpty else { return nil }
    return try EventValue.read(amount, in: bytes, unit: unit)
  }

  /// The line as tl writes it: `- TIME[/END][ MARK][ = VALUE][: TEXT]`, with a line ending.
  ///
  /// - Parameters:
  ///   - value: as `EventValue` reads it.
  ///   - text: further lines are indented by two blanks; blank lines are left out.
  package static func written(
    begin: NoteTime, end: End? = nil, mark: Mark? = nil, value: String = "", text: String = "",
    lineEnd: String = "\n"
  ) -> [UInt8] {
    written(
      after: head(begin: begin, end: end, mark: mark), value: value, text: text, lineEnd: lineEnd)
  }

  /// The line of an event whose head is written already.
  package static func written(
    after head: some Collection<UInt8>, value: String, text: String, lineEnd: String
  ) -> [UInt8] {
    var line = ""
    if !value.isEmpty { line += " = " + value }
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingBlanks }.filter { !$0.isEmpty }
    if let first = lines.first { line += ": " + first }
    for further in lines.dropFirst() { line += lineEnd + "  " + further }
    return head + Array((line + lineEnd).utf8)
  }
}

/// Reads the parts of an event, one after the other.
private struct EventCursor {
  private let text: UnsafeBufferPointer<UInt8>
  private var cursor: DigitCursor

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    cursor = DigitCursor(text)
  }

  var position: Int { cursor.position }

  /// A time, or two with a `/` between them; nil if one cannot be read, or the second is the earlier one.
  mutating func span(_ zone: TimeZoneRules) -> (begin: NoteTime, end: EventLine.End?)? {
    guard let begin = time(zone) else { return nil }
    guard cursor.skip(UInt8(ascii: "/")) else { return (begin, nil) }
    if isAtBoundary { return (begin, .running) }
    guard let end = time(zone), end.seconds >= begin.seconds else { return nil }
    return (begin, .at(end))
  }

  private mutating func time(_ zone: TimeZoneRules) -> NoteTime? {
    TimeSyntax(prefix: &cursor).flatMap { NoteTime($0, zone: zone) }
  }

  /// Whether a part ends here.
  var isAtBoundary: Bool {
    cursor.isAtEnd || cursor.next.isBlank || cursor.next == UInt8(ascii: "=") || isAtColon
  }

  /// A colon ends a part where a blank, or nothing, stands behind it.
  private var isAtColon: Bool {
    guard cursor.next == UInt8(ascii: ":") else { return false }
    return position + 1 == text.count || text[position + 1].isBlank
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    _ = cursor.skipBlanks()
    return byte == UInt8(ascii: ":") && !isAtColon ? false : cursor.skip(byte)
  }

  mutating func mark() -> EventLine.Mark? {
    _ = cursor.skipBlanks()
    for mark in EventLine.Mark.allCases {
      var ahead = self
      if mark.name.utf8.allSatisfy({ ahead.cursor.skip($0) }), ahead.isAtBoundary {
        self = ahead
        return mark
      }
    }
    return nil
  }
}
