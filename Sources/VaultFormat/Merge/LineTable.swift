/// Splits texts into lines and numbers them: equal lines have the same number in all texts.
///
/// Several lines that belong together can be one. A line is its bytes including its LF. A last line without a line
/// ending counts as if it had that of the line before, so that adding the missing one does not change the line.
struct LineTable {
  /// One of the texts.
  struct Text {
    let bytes: [UInt8]
    /// The start of each line, and the end of the text.
    fileprivate(set) var starts: [Int] = [0]
    /// The number of each line.
    fileprivate(set) var numbers: [Int] = []
    /// The index from 0 of the first real line of each line, and the number of all; empty if none has several.
    fileprivate var firstLines: [Int] = []
    /// The line ending to add to the last line; empty if it has one.
    fileprivate(set) var missingEnd: [UInt8] = []

    var count: Int { numbers.count }
    /// Whether the text ends with a line ending, or is empty.
    var isTerminated: Bool { missingEnd.isEmpty }

    /// The bytes of a line, including its line ending, if any.
    func line(_ index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<starts[index + 1]] }

    /// Appends lines, adding the line ending that the last one may lack.
    func append(_ range: Range<Int>, to result: inout [UInt8]) {
      guard !range.isEmpty else { return }
      result += bytes[starts[range.lowerBound]..<starts[range.upperBound]]
      if range.upperBound == count { result += missingEnd }
    }

    /// The bytes of lines, with the line ending that the last one may lack.
    func bytes(of range: Range<Int>) -> [UInt8] {
      var bytes: [UInt8] = []
      append(range, to: &bytes)
      return bytes
    }

    /// The real lines of a range of lines.
    func realLines(_ range: Range<Int>) -> Range<Int> {
      guard !firstLines.isEmpty else { return range }
      return firstLines[range.lowerBound]..<firstLines[range.upperBound]
    }
  }

  /// The bytes of a line as a hashable key.
  private struct Key: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    static func == (left: Key, right: Key) -> Bool {
      left.bytes.count == right.bytes.count && left.bytes.elementsEqual(right.bytes)
    }
  }

  private var known: [Key: Int] = [:]

  /// Splits `bytes` into lines, in linear time.
  mutating func text(_ bytes: [UInt8]) -> Text {
    var starts = [0]
    bytes.withUnsafeBufferPointer { buffer in
      var at = 0
      while at < buffer.count {
        at = buffer.offset(of: UInt8(ascii: "\n"), from: at).map { $0 + 1 } ?? buffer.count
        starts.append(at)
      }
    }
    return text(bytes, starts: starts)
  }

  /// Lines that belong together count as one.
  ///
  /// - Parameter starts: where each group begins, from 0 on, and the end of the text.
  mutating func text(ofGroups starts: [Int], in bytes: [UInt8]) -> Text {
    var text = text(bytes, starts: starts)
    text.firstLines = [0]
    for (start, end) in zip(starts, starts.dropFirst()) {
      let feeds = bytes[start..<end].count { $0 == UInt8(ascii: "\n") }
      text.firstLines.append(text.firstLines[text.firstLines.count - 1] + max(feeds, 1))
    }
    return text
  }

  private mutating func text(_ bytes: [UInt8], starts: [Int]) -> Text {
    var text = Text(bytes: bytes, starts: starts)
    text.missingEnd = Self.missingEnd(of: text)
    for index in 0..<(text.starts.count - 1) {
      var line = text.line(index)
      if index == text.starts.count - 2 { line += text.missingEnd }
      text.numbers.append(number(of: Key(bytes: line)))
    }
    return text
  }

  private mutating func number(of key: Key) -> Int {
    if let number = known[key] { return number }
    let number = known.count
    known[key] = number
    return number
  }

  /// Empty for a last line that ends in a lone CR, which an LF would turn into a CRLF.
  private static func missingEnd(of text: Text) -> [UInt8] {
    guard let last = text.bytes.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") else {
      return []
    }
    guard let feed = text.bytes.lastIndex(of: UInt8(ascii: "\n")), feed > 0,
      text.bytes[feed - 1] == UInt8(ascii: "\r")
    else { return [UInt8(ascii: "\n")] }
    return Array("\r\n".utf8)
  }
}

/// The lines of two versions of a text, aligned, for display.
package struct LineComparison: Hashable, Sendable {
  package enum Line: Hashable, Sendable {
    /// Without the line ending; bytes that are not UTF-8 are U+FFFD.
    case same(String)
    case removed(String)
    case added(String)
    /// Equal lines that are left out.
    case gap(Int)
  }

  /// Removed lines come before the added ones of their place.
  package private(set) var lines: [Line] = []

  /// In linear time but for `LineDiff`, which has its own limit.
  ///
  /// - Parameter context: the number of equal lines to keep around each change; nil keeps all.
  package init(from old: [UInt8], to new: [UInt8], context: Int? = 3) {
    var table = LineTable()
    let (left, right) = (table.text(old), table.text(new))
    let partners = LineDiff(from: left.numbers, to: right.numbers).partners
    var all: [Line] = []
    var next = 0
    for (index, partner) in partners.enumerated() {
      guard partner >= 0 else {
        all.append(.removed(Self.text(left.line(index))))
        continue
      }
      while next < partner {
        all.append(.added(Self.text(right.line(next))))
        next += 1
      }
      all.append(.same(Self.text(right.line(partner))))
      next = partner + 1
    }
    while next < right.count {
      all.append(.added(Self.text(right.line(next))))
      next += 1
    }
    lines = context.map { Self.shortened(all, context: $0) } ?? all
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.withoutLineBreak, as: UTF8.self)
  }

  private static func shortened(_ lines: [Line], context: Int) -> [Line] {
    /// The distance to the nearest change, in lines.
    var distances = [Int](repeating: .max, count: lines.count)
    for order in [Array(lines.indices), lines.indices.reversed()] {
      var distance = Int.max
      for index in order {
        distance = lines[index].isSame ? distance == .max ? .max : distance + 1 : 0
        distances[index] = min(distances[index], distance)
      }
    }
    var kept: [Line] = []
    var gap = 0
    for (line, distance) in zip(lines, distances) {
      guard distance > context else {
        if gap > 0 { kept.append(.gap(gap)) }
        gap = 0
        kept.append(line)
        continue
      }
      gap += 1
    }
    if gap > 0 { kept.append(.gap(gap)) }
    return kept
  }
}

extension LineComparison.Line {
  fileprivate var isSame: Bool { if case .same = self { true } else { false } }
}
