/// A line diff: aligns the lines of two texts in order.
///
/// Lines are numbers (`LineTable`). A common prefix and suffix is removed, lines that occur once in both texts become
/// anchors (patience diff), and the gaps are aligned with Myers' algorithm in linear space (E. Myers, "An O(ND)
/// Difference Algorithm and Its Variations", 1986). Myers' algorithm stops at a limit; the rest counts as different,
/// which can only give a merge more conflicts, never fewer.
struct LineDiff {
  /// For each line of the old text, the index of the equal line of the new text; -1 if it was removed.
  private(set) var partners: [Int]

  private let old: [Int]
  private let new: [Int]
  /// The remaining steps of Myers' algorithm.
  private var budget: Int

  /// Takes some hundredths of a second; real versions of a note need a few thousand steps.
  static let limit = 1 << 22

  init(from old: [Int], to new: [Int], limit: Int = Self.limit) {
    self.old = old
    self.new = new
    budget = limit
    partners = [Int](repeating: -1, count: old.count)
    var box = Box(old: 0..<old.count, new: 0..<new.count)
    trim(&box)
    for var gap in splitAtAnchors(box) {
      trim(&gap)
      align(gap)
    }
  }

  /// A range of lines in each text, to be aligned with each other.
  struct Box {
    var old: Range<Int>
    var new: Range<Int>

    var isOneSided: Bool { old.isEmpty || new.isEmpty }
  }

  /// Pairs and removes the common prefix and suffix of both ranges.
  private mutating func trim(_ box: inout Box) {
    var (oldStart, newStart) = (box.old.lowerBound, box.new.lowerBound)
    var (oldEnd, newEnd) = (box.old.upperBound, box.new.upperBound)
    while oldStart < oldEnd, newStart < newEnd, old[oldStart] == new[newStart] {
      partners[oldStart] = newStart
      oldStart += 1
      newStart += 1
    }
    while oldStart < oldEnd, newStart < newEnd, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
      partners[oldEnd] = newEnd
    }
    box = Box(old: oldStart..<oldEnd, new: newStart..<newEnd)
  }
}

// MARK: - Anchors

extension LineDiff {
  /// Pairs lines that occur exactly once in both ranges, as many as possible in the same order, and returns the boxes
  /// between them.
  private mutating func splitAtAnchors(_ box: Box) -> [Box] {
    guard !box.isOneSided else { return [] }
    var gaps: [Box] = []
    var (oldStart, newStart) = (box.old.lowerBound, box.new.lowerBound)
    for anchor in Self.longestIncreasingSubsequence(uniquePairs(box)) {
      partners[anchor.old] = anchor.new
      gaps.append(Box(old: oldStart..<anchor.old, new: newStart..<anchor.new))
      (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    gaps.append(Box(old: oldStart..<box.old.upperBound, new: newStart..<box.new.upperBound))
    return gaps
  }

  private typealias Pair = (old: Int, new: Int)

  /// In the order of the old text.
  private func uniquePairs(_ box: Box) -> [Pair] {
    let highest = max(old[box.old].max() ?? 0, new[box.new].max() ?? 0)
    /// The index of each number; -1 for none, -2 for several.
    var indices = [Int](repeating: -1, count: highest + 1)
    for index in box.new { indices[new[index]] = indices[new[index]] == -1 ? index : -2 }
    var counts = [UInt8](repeating: 0, count: highest + 1)
    for index in box.old { counts[old[index]] = min(counts[old[index]] + 1, 2) }
    return box.old.compactMap { index in
      let match = indices[old[index]]
      return counts[old[index]] == 1 && match >= 0 ? (index, match) : nil
    }
  }

  /// The longest subsequence with increasing `new` (patience sorting), in O(n log n).
  private static func longestIncreasingSubsequence(_ pairs: [Pair]) -> [Pair] {
    /// For each length, the index of the last pair of the best such subsequence.
    var ends: [Int] = []
    var predecessors = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      let length = ends.partitioningIndex { pairs[$0].new >= pair.new }
      predecessors[index] = length > 0 ? ends[length - 1] : -1
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var result: [Pair] = []
    var index = ends.last ?? -1
    while index >= 0 {
      result.append(pairs[index])
      index = predecessors[index]
    }
    return result.reversed()
  }
}

// MARK: - Myers

extension LineDiff {
  /// Aligns a box by splitting it at a point on a shortest path until one side is empty.
  private mutating func align(_ box: Box) {
    var open = [box]
    while var box = open.popLast() {
      trim(&box)
      guard !box.isOneSided, let (x, y) = middle(of: box) else { continue }
      open.append(Box(old: x..<box.old.upperBound, new: y..<box.new.upperBound))
      open.append(Box(old: box.old.lowerBound..<x, new: box.new.lowerBound..<y))
    }
  }

  /// The middle point of a shortest path through the box, as line indices in both texts; nil when the budget is spent.
  ///
  /// Never a corner of the box, whose first lines differ, as do its last lines.
  private mutating func middle(of box: Box) -> (old: Int, new: Int)? {
    let (width, height) = (box.old.count, box.new.count)
    let (oldStart, newStart) = (box.old.lowerBound, box.new.lowerBound)
    let (delta, most) = (width - height, (width + height + 1) / 2)
    // Clearing takes one step per entry.
    guard budget > 2 * (width + height) else { return nil }
    budget -= 2 * (width + height)
    let zero = most + 1
    // The furthest point on each diagonal (Myers' V), from the beginning and from the end.
    var forward = [Int](repeating: 0, count: 2 * most + 3)
    var backward = forward
    for distance in 0...most {
      // Skips diagonals outside of the box.
      let first = -distance + 2 * max(0, distance - height)
      let last = distance - 2 * max(0, distance - width)
      guard budget > 0 else { return nil }
      for diagonal in stride(from: first, through: last, by: 2) {
        var x = Self.start(forward, zero: zero, diagonal: diagonal, distance: distance)
        let startX = x
        while x < width, x - diagonal < height, old[oldStart + x] == new[newStart + x - diagonal] {
          x += 1
        }
        budget -= x - startX + 1
        forward[zero + diagonal] = x
        let opposite = delta - diagonal
        if delta % 2 != 0, abs(opposite) < distance, x + backward[zero + opposite] >= width {
          return point(x, x - diagonal, in: box)
        }
      }
      for diagonal in stride(from: first, through: last, by: 2) {
        var x = Self.start(backward, zero: zero, diagonal: diagonal, distance: distance)
        let startX = x
        while x < width, x - diagonal < height,
          old[oldStart + width - 1 - x] == new[newStart + height - 1 - (x - diagonal)]
        { x += 1 }
        budget -= x - startX + 1
        backward[zero + diagonal] = x
        let opposite = delta - diagonal
        if delta % 2 == 0, abs(opposite) <= distance, x + forward[zero + opposite] >= width {
          return point(width - x, height - (x - diagonal), in: box)
        }
      }
    }
    return nil
  }

  /// The point where a path of `distance` steps enters a diagonal, from the diagonal above or the one to the left.
  ///
  /// - Parameter zero: the index of diagonal 0 in `reach`.
  private static func start(_ reach: [Int], zero: Int, diagonal: Int, distance: Int) -> Int {
    guard distance > 0 else { return 0 }
    let index = zero + diagonal
    if diagonal == -distance { return reach[index + 1] }
    if diagonal == distance { return reach[index - 1] + 1 }
    return max(reach[index - 1] + 1, reach[index + 1])
  }

  /// The point as line indices in the texts; nil if it would not make the box smaller.
  private func point(_ x: Int, _ y: Int, in box: Box) -> (old: Int, new: Int)? {
    let (width, height) = (box.old.count, box.new.count)
    guard (0...width).contains(x), (0...height).contains(y), x + y > 0, x + y < width + height
    else {
      return nil
    }
    return (box.old.lowerBound + x, box.new.lowerBound + y)
  }
}
