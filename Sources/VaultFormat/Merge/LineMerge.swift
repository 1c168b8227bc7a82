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
  package typealias Conflict = ThreeWay<Range<Int>>

  enum Piece {
    /// The lines of this side; nil: of the base.
    case lines(MergeSide?, MergeRegions.Region)
    case conflict(Conflict)
    /// Made of both versions of what would be a conflict.
    case settled([UInt8])

    var isConflict: Bool { if case .conflict = self { true } else { false } }
  }

  private let texts: ThreeWay<LineTable.Text>
  private let pieces: [Piece]

  package init(base: [UInt8], left: [UInt8], right: [UInt8]) {
    var table = LineTable()
    self.init(
      ThreeWay(base: table.text(base), left: table.text(left), right: table.text(right))
    ) { _ in nil }
  }

  /// - Parameter settle: makes the lines for a region that both sides changed differently; nil if it is a conflict.
  init(_ texts: ThreeWay<LineTable.Text>, settle: (Conflict) -> [UInt8]?) {
    self.init(
      texts,
      MergeRegions(texts.map(\.numbers)).pieces.map { piece in
        switch piece {
        case .settled(let side, let region): .lines(side, region)
        case .conflict(let conflict): settle(conflict).map(Piece.settled) ?? .conflict(conflict)
        }
      })
  }

  /// - Parameter pieces: in the order of the texts.
  init(_ texts: ThreeWay<LineTable.Text>, _ pieces: [Piece]) {
    (self.texts, self.pieces) = (texts, pieces)
  }

  /// The conflicts in text order; empty if the texts could be merged.
  package var conflicts: [Conflict] {
    pieces.compactMap { if case .conflict(let conflict) = $0 { conflict } else { nil } }
      .map { conflict in
        ThreeWay(base: texts.base.realLines(conflict.base)) { texts[$0].realLines(conflict[$0]) }
      }
  }

  /// The merged text; nil if there are conflicts.
  package var merged: [UInt8]? {
    pieces.contains(where: \.isConflict) ? nil : joined { _ in [] }
  }

  /// The merged text with the lines of both versions of each conflict, without duplicates (a union merge): for files
  /// in which each line is a rule, such as `.gitignore`.
  ///
  /// - Parameter isRightLast: whether the lines of the right version come last, and so take precedence.
  package func united(isRightLast: Bool) -> [UInt8] {
    joined { union($0, last: isRightLast ? .right : .left) }
  }

  /// Common lines stay in their order; between them, the lines of `last` come after those of the other side.
  private func union(_ conflict: Conflict, last: MergeSide) -> [Part] {
    let first = last.other
    let old = Array(texts[first].numbers[conflict[first]])
    let new = Array(texts[last].numbers[conflict[last]])
    let known = Set(new)
    var parts: [Part] = []
    var next = conflict[last].lowerBound
    for (index, partner) in LineDiff(from: old, to: new).partners.enumerated() {
      if partner >= 0 {
        let end = conflict[last].lowerBound + partner + 1
        parts.append(.lines(last, next..<end))
        next = end
      } else if !known.contains(old[index]) {
        let line = conflict[first].lowerBound + index
        parts.append(.lines(first, line..<line + 1))
      }
    }
    return parts + [.lines(last, next..<conflict[last].upperBound)]
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

// MARK: - Joining

extension LineMerge {
  private enum Part {
    case text(String)
    case lines(MergeSide, Range<Int>)
  }

  private func joined(_ parts: (Conflict) -> [Part]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(max(texts.left.bytes.count, texts.right.bytes.count))
    for piece in pieces {
      switch piece {
      case .lines(let side, let region): texts[side].append(region[side], to: &result)
      case .settled(let bytes): result.appendLines(bytes)
      case .conflict(let conflict):
        for part in parts(conflict) {
          switch part {
          case .text(let text):
            // A last line that ends in a lone CR has no line ending.
            if let last = result.last, last != UInt8(ascii: "\n") { result += "\n".utf8 }
            let isCRLF = result.suffix(2).elementsEqual("\r\n".utf8)
            result += text.utf8
            result += isCRLF ? "\r\n".utf8 : "\n".utf8
          case .lines(let side, let range): texts[side].append(range, to: &result)
          }
        }
      }
    }
    // Whether the last line has a line ending is as on the side that changed that.
    if !texts.map(\.isTerminated).settled(orOf: .left) { result.removeLineEnd() }
    return result
  }
}

extension LineMerge {
  /// The common lines of two texts, in order: a base for merging two versions whose common ancestor is unknown.
  ///
  /// A merge with this base keeps the lines that only one text has, and conflicts where the texts differ.
  package static func commonLines(of left: [UInt8], and right: [UInt8]) -> [UInt8] {
    var table = LineTable()
    let (one, other) = (table.text(left), table.text(right))
    let partners = LineDiff(from: one.numbers, to: other.numbers).partners
    return partners.indices.reduce(into: []) { bytes, line in
      if partners[line] >= 0 { bytes += one.line(line) }
    }
  }
}
