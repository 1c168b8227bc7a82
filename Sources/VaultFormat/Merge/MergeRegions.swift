/// Splits three sequences of numbers into regions, at the elements that all of them have in common (diff3).
///
/// Equal numbers are equal elements. Linear, except for `LineDiff`, which is bounded.
struct MergeRegions {
  /// The ranges of a region in each sequence.
  typealias Region = ThreeWay<Range<Int>>

  enum Piece {
    /// Changed by this side alone, or by both in the same way; nil: the same in all three.
    case settled(MergeSide?, Region)
    /// Changed by both sides differently.
    case conflict(Region)
  }

  /// The regions in order, without those that are empty in the result.
  private(set) var pieces: [Piece] = []

  private let texts: ThreeWay<[Int]>

  init(_ texts: ThreeWay<[Int]>) {
    self.texts = texts
    let toLeft = LineDiff(from: texts.base, to: texts.left).partners
    let toRight = LineDiff(from: texts.base, to: texts.right).partners
    let count = texts.base.count
    var (b, l, r) = (0, 0, 0)
    while true {
      let start = (base: b, left: l, right: r)
      while b < count, toLeft[b] == l, toRight[b] == r {
        b += 1
        l += 1
        r += 1
      }
      if b > start.base {
        pieces.append(
          .settled(
            nil, Region(base: start.base..<b, left: start.left..<l, right: start.right..<r)))
      }
      var next = b
      while next < count, toLeft[next] < 0 || toRight[next] < 0 { next += 1 }
      let isAtEnd = next == count
      let region = Region(
        base: b..<next, left: l..<(isAtEnd ? texts.left.count : toLeft[next]),
        right: r..<(isAtEnd ? texts.right.count : toRight[next]))
      if let piece = piece(of: region) { pieces.append(piece) }
      if isAtEnd { return }
      (b, l, r) = (next, region.left.upperBound, region.right.upperBound)
    }
  }

  private func piece(of region: Region) -> Piece? {
    let old = texts.base[region.base]
    let (ours, theirs) = (texts.left[region.left], texts.right[region.right])
    if ours == theirs || theirs == old { return ours.isEmpty ? nil : .settled(.left, region) }
    if ours == old { return theirs.isEmpty ? nil : .settled(.right, region) }
    return .conflict(region)
  }
}
