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
    var line = line
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
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
