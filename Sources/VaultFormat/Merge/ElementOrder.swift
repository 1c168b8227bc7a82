/// Merges the order of elements that two sides inserted, removed and moved.
///
/// There are two kinds of elements: named elements, which occur once in a sequence and of which the caller knows
/// whether they stay, and lines without a name, which may repeat. Regions that both sides changed differently do not
/// conflict: named elements of the base come first, in its order, then new ones in byte order of their names; each
/// keeps the lines above it. A line that one side removed is removed.
struct ElementOrder {
  /// Elements as numbers.
  private let sequences: ThreeWay<[Int]>
  private let first: MergeSide
  /// The name of each number; nil for a line.
  private let names: [[UInt8]?]
  /// For each number, whether a named element is in the result.
  private let stays: [Bool]
  private let baseIndices: [Int: Int]

  private var result: [Int] = []
  private var emitted: Set<Int> = []

  /// Returns the numbers of the merged sequence.
  ///
  /// - Parameter first: the side whose lines come first if both sides inserted lines above the same element.
  static func merged(
    _ sequences: ThreeWay<[Int]>, names: [[UInt8]?], stays: [Bool], first: MergeSide
  ) -> [Int] {
    var order = ElementOrder(sequences, names: names, stays: stays, first: first)
    order.walk()
    order.addMissing()
    return order.result
  }

  private init(
    _ sequences: ThreeWay<[Int]>, names: [[UInt8]?], stays: [Bool], first: MergeSide
  ) {
    self.sequences = sequences
    self.names = names
    self.stays = stays
    self.first = first
    baseIndices = Dictionary(
      sequences.base.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
  }

  private mutating func walk() {
    for piece in MergeRegions(sequences).pieces {
      switch piece {
      case .settled(let side, let region): emit(sequences[side][region[side]])
      case .conflict(let region): join(region)
      }
    }
  }

  private mutating func emit(_ numbers: some Sequence<Int>) {
    for number in numbers {
      if names[number] == nil {
        result.append(number)
      } else if stays[number], emitted.insert(number).inserted {
        result.append(number)
      }
    }
  }
}

// MARK: - Regions that both sides changed

extension ElementOrder {
  /// A part of a region on one side: its named elements, the lines above each, and the lines at its end.
  private struct Segment {
    var named: [Int] = []
    var linesAbove: [Int: [Int]] = [:]
    var tail: [Int] = []
  }

  /// Keeps elements that both sides have in the same order, and merges the segments between them.
  private mutating func join(_ region: MergeRegions.Region) {
    let left = Array(sequences.left[region.left])
    let right = Array(sequences.right[region.right])
    let (one, other) = first == .left ? (left, right) : (right, left)
    let old = Set(sequences.base[region.base])
    let (isInOne, isInOther) = (Set(one), Set(other))
    var (start, otherStart) = (0, 0)
    // The alignment must not depend on which side is the left one.
    let partners = LineDiff(from: one, to: other).partners + [other.count]
    for (index, partner) in partners.enumerated() where partner >= 0 {
      join(
        segment(one[start..<index], old: old, other: isInOther),
        segment(other[otherStart..<partner], old: old, other: isInOne))
      if index < one.count { emit([one[index]]) }
      (start, otherStart) = (index + 1, partner + 1)
    }
  }

  private mutating func join(_ one: Segment, _ other: Segment) {
    let all = one.named + other.named.filter { one.linesAbove[$0] == nil }
    for element in sorted(all) {
      emit(Self.union(one.linesAbove[element] ?? [], other.linesAbove[element] ?? []))
      emit([element])
    }
    emit(Self.union(one.tail, other.tail))
  }

  private func segment(
    _ numbers: ArraySlice<Int>, old: Set<Int>, other: Set<Int>
  ) -> Segment {
    var segment = Segment()
    for number in numbers {
      if names[number] != nil {
        segment.named.append(number)
        segment.linesAbove[number] = segment.tail
        segment.tail = []
      } else if !old.contains(number) || other.contains(number) {
        segment.tail.append(number)
      }
    }
    return segment
  }

  private static func union(_ first: [Int], _ second: [Int]) -> [Int] {
    let present = Set(first)
    return first + second.filter { !present.contains($0) }
  }
}

// MARK: - Elements that one side removed but that stay

extension ElementOrder {
  /// Inserts them after the element that they follow on the side that has them.
  private mutating func addMissing() {
    var followers: [Int?: [Int]] = [:]
    var missing: Set<Int> = []
    for side in [first, first.other] {
      var before: Int?
      for number in sequences[side] where names[number] != nil && stays[number] {
        if emitted.contains(number) {
          before = number
        } else if missing.insert(number).inserted {
          followers[before, default: []].append(number)
        }
      }
    }
    guard !missing.isEmpty else { return }
    let present = result
    result = []
    emit(sorted(followers[nil] ?? []))
    for number in present {
      result.append(number)
      if let added = followers[number] { emit(sorted(added)) }
    }
  }

  /// Elements of the base in its order, then the others in byte order of their names.
  private func sorted(_ numbers: [Int]) -> [Int] {
    let known = numbers.filter { baseIndices[$0] != nil }
      .sorted { baseIndices[$0, default: 0] < baseIndices[$1, default: 0] }
    let new = numbers.filter { baseIndices[$0] == nil }.sorted {
      (names[$0] ?? []).lexicographicallyPrecedes(names[$1] ?? [])
    }
    return known + new
  }
}

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
