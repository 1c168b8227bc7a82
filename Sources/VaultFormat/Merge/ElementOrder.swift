/// The order of elements that two sides of a merge put in, took out and moved.
///
/// Two kinds of elements: those with a name, which stand once in a sequence and of which is known
/// beforehand whether they stay, and lines without a name, which may repeat. Where both sides changed one
/// stretch differently, nothing conflicts: named elements of the base come first, in its order, then the
/// new ones in byte order of their names; each keeps the lines above it. A line that one side took out goes.
struct ElementOrder {
  /// Elements as numbers.
  private let sequences: ThreeWay<[Int]>
  private let first: MergeSide
  /// For each number the name; nil for a line.
  private let names: [[UInt8]?]
  /// For each number whether a named element is in the result.
  private let stays: [Bool]
  private let basePlaces: [Int: Int]

  private var result: [Int] = []
  private var emitted: Set<Int> = []

  /// The numbers of the merged sequence.
  ///
  /// - Parameter first: the side whose lines come first where both sides put lines above one element.
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
    basePlaces = Dictionary(
      sequences.base.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
  }

  private mutating func walk() {
    for piece in MergeRegions(sequences).pieces {
      switch piece {
      case .shared(let region): emit(sequences.base[region.base])
      case .changed(.left, let region): emit(sequences.left[region.left])
      case .changed(.right, let region): emit(sequences.right[region.right])
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

// MARK: - Stretches that both sides changed

extension ElementOrder {
  /// A stretch of one side: its named elements, the lines above each, and the lines at its end.
  private struct Stretch {
    var named: [Int] = []
    var heads: [Int: [Int]] = [:]
    var tail: [Int] = []
  }

  /// Elements that both sides have in one order stay in it; what stands between two of them is joined.
  private mutating func join(_ region: MergeRegions.Region) {
    let left = Array(sequences.left[region.left])
    let right = Array(sequences.right[region.right])
    let (one, other) = first == .left ? (left, right) : (right, left)
    let old = Set(sequences.base[region.base])
    let (isInOne, isInOther) = (Set(one), Set(other))
    var (start, otherStart) = (0, 0)
    // Which elements are aligned must not depend on which side is the left one.
    let partners = LineDiff(from: one, to: other).partners + [other.count]
    for (index, partner) in partners.enumerated() where partner >= 0 {
      join(
        stretch(one[start..<index], old: old, other: isInOther),
        stretch(other[otherStart..<partner], old: old, other: isInOne))
      if index < one.count { emit([one[index]]) }
      (start, otherStart) = (index + 1, partner + 1)
    }
  }

  private mutating func join(_ one: Stretch, _ other: Stretch) {
    let all = one.named + other.named.filter { one.heads[$0] == nil }
    for element in sorted(all) {
      emit(Self.union(one.heads[element] ?? [], other.heads[element] ?? []))
      emit([element])
    }
    emit(Self.union(one.tail, other.tail))
  }

  private func stretch(
    _ numbers: ArraySlice<Int>, old: Set<Int>, other: Set<Int>
  ) -> Stretch {
    var stretch = Stretch()
    for number in numbers {
      if names[number] != nil {
        stretch.named.append(number)
        stretch.heads[number] = stretch.tail
        stretch.tail = []
      } else if !old.contains(number) || other.contains(number) {
        stretch.tail.append(number)
      }
    }
    return stretch
  }

  private static func union(_ first: [Int], _ second: [Int]) -> [Int] {
    let present = Set(first)
    return first + second.filter { !present.contains($0) }
  }
}

// MARK: - Elements that one side took out and that stay

extension ElementOrder {
  /// Puts them behind the element that they follow on the side that has them.
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
      if let behind = followers[number] { emit(sorted(behind)) }
    }
  }

  /// Elements of the base in its order, then the others in byte order of their names.
  private func sorted(_ numbers: [Int]) -> [Int] {
    let known = numbers.filter { basePlaces[$0] != nil }
      .sorted { basePlaces[$0, default: 0] < basePlaces[$1, default: 0] }
    let new = numbers.filter { basePlaces[$0] == nil }.sorted {
      (names[$0] ?? []).lexicographicallyPrecedes(names[$1] ?? [])
    }
    return known + new
  }
}
