/// A three-way merge of texts, line by line (diff3).
///
/// A change on one side is taken, the same change on both sides is taken once, and different changes that touch or
/// overlap are a conflict. Lines are compared with their line endings; whether the last line has one is merged
/// separately: the side that changed that wins. The laws, each a property test, with `merge(base, left, right)`:
/// merge(b, b, x) = x, merge(b, x, b) = x, merge(b, x, x) = x, merge(b, x, y) = merge(b, y, x), and without a conflict
/// no line that a side added is lost.
///
/// Linear in the length of the texts, except for `LineDiff`, which is bounded.
package struct LineMerge {
  /// Lines that both sides changed differently, as ranges of line indices from 0 in each text.
  package struct Conflict: Hashable, Sendable {
    package var base: Range<Int>
    package var left: Range<Int>
    package var right: Range<Int>
  }

  private enum Side {
    case base, left, right
  }

  private enum Piece {
    case lines(Side, Range<Int>)
    case conflict(Conflict)
  }

  private let base: LineTable.Text
  private let left: LineTable.Text
  private let right: LineTable.Text
  private var pieces: [Piece] = []

  package init(base: [UInt8], left: [UInt8], right: [UInt8]) {
    var table = LineTable()
    self.base = table.text(base)
    self.left = table.text(left)
    self.right = table.text(right)
    cut()
  }

  /// The conflicts in text order; empty if the texts could be merged.
  package var conflicts: [Conflict] {
    pieces.compactMap { if case .conflict(let conflict) = $0 { conflict } else { nil } }
  }

  /// The merged text; nil if there are conflicts.
  package var merged: [UInt8]? {
    conflicts.isEmpty ? joined { _ in [] } : nil
  }

  /// The merged text with the lines of both versions of each conflict, without duplicates (a union merge): for files
  /// in which each line is a rule, such as `.gitignore`.
  ///
  /// - Parameter isRightLast: whether the lines of the right version come last, and so take precedence.
  package func united(isRightLast: Bool) -> [UInt8] {
    joined { conflict in
      isRightLast
        ? union((.left, conflict.left), (.right, conflict.right))
        : union((.right, conflict.right), (.left, conflict.left))
    }
  }

  /// Common lines stay in their order; between them, the lines of `first` come before those of `last`.
  private func union(
    _ first: (side: Side, lines: Range<Int>), _ last: (side: Side, lines: Range<Int>)
  ) -> [Part] {
    let old = Array(text(of: first.side).numbers[first.lines])
    let new = Array(text(of: last.side).numbers[last.lines])
    let known = Set(new)
    var parts: [Part] = []
    var next = last.lines.lowerBound
    for (index, partner) in LineDiff(from: old, to: new).partners.enumerated() {
      if partner >= 0 {
        let end = last.lines.lowerBound + partner + 1
        parts.append(.lines(last.side, next..<end))
        next = end
      } else if !known.contains(old[index]) {
        let line = first.lines.lowerBound + index
        parts.append(.lines(first.side, line..<line + 1))
      }
    }
    return parts + [.lines(last.side, next..<last.lines.upperBound)]
  }

  /// The merged text with both versions of each conflict between conflict markers.
  ///
  /// The markers are `<<<<<<< ` and the name of the left side, `=======`, `>>>>>>> ` and that of the right, with the
  /// line ending of the line before.
  package func marked(left leftName: String, right rightName: String) -> [UInt8] {
    joined { conflict in
      [
        .text("<<<<<<< \(leftName)"), .lines(.left, conflict.left), .text("======="),
        .lines(.right, conflict.right), .text(">>>>>>> \(rightName)"),
      ]
    }
  }
}

// MARK: - Cutting

extension LineMerge {
  private mutating func cut() {
    let texts = ThreeWay(base: base.numbers, left: left.numbers, right: right.numbers)
    pieces = MergeRegions(texts).pieces.map { piece in
      switch piece {
      case .shared(let region): .lines(.base, region.base)
      case .changed(.left, let region): .lines(.left, region.left)
      case .changed(.right, let region): .lines(.right, region.right)
      case .conflict(let region):
        .conflict(Conflict(base: region.base, left: region.left, right: region.right))
      }
    }
  }
}

// MARK: - Joining

extension LineMerge {
  private enum Part {
    case text(String)
    case lines(Side, Range<Int>)
  }

  private func text(of side: Side) -> LineTable.Text {
    switch side {
    case .base: base
    case .left: left
    case .right: right
    }
  }

  private func joined(_ parts: (Conflict) -> [Part]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(max(left.bytes.count, right.bytes.count))
    for piece in pieces {
      switch piece {
      case .lines(let side, let range): append(side, range, to: &result)
      case .conflict(let conflict):
        for part in parts(conflict) {
          switch part {
          case .text(let text):
            // A last line that ends in a lone CR has no line ending.
            if let last = result.last, last != UInt8(ascii: "\n") { result += "\n".utf8 }
            let isCRLF = result.suffix(2).elementsEqual("\r\n".utf8)
            result += text.utf8
            result += isCRLF ? "\r\n".utf8 : "\n".utf8
          case .lines(let side, let range): append(side, range, to: &result)
          }
        }
      }
    }
    if !isTerminated { Self.removeLineEnd(of: &result) }
    return result
  }

  /// Appends lines, adding the line ending that the last one may lack.
  private func append(_ side: Side, _ range: Range<Int>, to result: inout [UInt8]) {
    guard !range.isEmpty else { return }
    let text = text(of: side)
    result += text.bytes[text.starts[range.lowerBound]..<text.starts[range.upperBound]]
    if range.upperBound == text.count { result += text.missingEnd }
  }

  /// Whether the last line has a line ending, as on the side that changed that.
  private var isTerminated: Bool {
    left.isTerminated == base.isTerminated ? right.isTerminated : left.isTerminated
  }

  private static func removeLineEnd(of bytes: inout [UInt8]) {
    guard bytes.last == UInt8(ascii: "\n") else { return }
    bytes.removeLast()
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
  }
}
