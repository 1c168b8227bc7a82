/// Which lines of one text are which lines of another: an alignment that keeps the order.
///
/// Lines are numbers (`LineTable`). Equal beginnings and ends are set aside, lines that occur once in both
/// texts become anchors (patience diff), and what lies between is aligned by Myers' algorithm in linear
/// space (E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). Myers' part stops at a limit:
/// what is left then counts as different, which a merge can only take for more conflict, never for less.
struct LineDiff {
  /// For each line of the old text the line of the new one that it is, from 0; -1 for a line that is gone.
  private(set) var partners: [Int]

  private let old: [Int]
  private let new: [Int]
  /// How many more steps Myers' algorithm may take.
  private var budget: Int

  /// Some hundredths of a second; versions of a note that people write need a few thousand steps.
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

  /// A range of lines of each text, to be aligned with each other.
  struct Box {
    var old: Range<Int>
    var new: Range<Int>

    var isOneSided: Bool { old.isEmpty || new.isEmpty }
  }

  /// Pairs the lines with which both ranges begin and end, and takes them off.
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
  /// The boxes between the lines that occur exactly once in both ranges; of those that crossed, the longest
  /// row that keeps the order is paired.
  private mutating func splitAtAnchors(_ box: Box) -> [Box] {
    guard !box.isOneSided else { return [] }
    var gaps: [Box] = []
    var (oldStart, newStart) = (box.old.lowerBound, box.new.lowerBound)
    for anchor in Self.longestRow(uniquePairs(box)) {
      partners[anchor.old] = anchor.new
      gaps.append(Box(old: oldStart..<anchor.old, new: newStart..<anchor.new))
      (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    gaps.append(Box(old: oldStart..<box.old.upperBound, new: newStart..<box.new.upperBound))
    return gaps
  }

  private struct Pair {
    var old: Int
    var new: Int
  }

  /// In the order of the old text.
  private func uniquePairs(_ box: Box) -> [Pair] {
    let highest = max(old[box.old].max() ?? 0, new[box.new].max() ?? 0)
    /// Where a number stands; -1 for nowhere, -2 for several places.
    var places = [Int](repeating: -1, count: highest + 1)
    for index in box.new { places[new[index]] = places[new[index]] == -1 ? index : -2 }
    var counts = [UInt8](repeating: 0, count: highest + 1)
    for index in box.old { counts[old[index]] = min(counts[old[index]] + 1, 2) }
    return box.old.compactMap { index in
      let place = places[old[index]]
      return counts[old[index]] == 1 && place >= 0 ? Pair(old: index, new: place) : nil
    }
  }

  /// The longest subsequence whose `new` ascends (patience sorting), in n log n steps.
  private static func longestRow(_ pairs: [Pair]) -> [Pair] {
    /// For each length of a row the pair on which the best such row ends.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var row: [Pair] = []
    var index = ends.last ?? -1
    while index >= 0 {
      row.append(pairs[index])
      index = before[index]
    }
    return row.reversed()
  }
}

// MARK: - Myers

extension LineDiff {
  /// Aligns a box, cutting it in two at a point of a shortest path until one side is empty.
  private mutating func align(_ box: Box) {
    var open = [box]
    var reach = Reach()
    while var box = open.popLast() {
      trim(&box)
      guard !box.isOneSided, let (x, y) = middle(of: box, &reach) else { continue }
      open.append(Box(old: x..<box.old.upperBound, new: y..<box.new.upperBound))
      open.append(Box(old: box.old.lowerBound..<x, new: box.new.lowerBound..<y))
    }
  }

  /// How far paths got on each diagonal (Myers' V), from the beginning and from the end.
  private struct Reach {
    var forward: [Int] = []
    var backward: [Int] = []

    mutating func clear(_ size: Int) {
      forward = [Int](repeating: 0, count: size)
      backward = [Int](repeating: 0, count: size)
    }
  }

  /// A point on a shortest path through the box, about half way, as lines of both texts; nil once
  /// the budget is spent.
  ///
  /// Neither corner of the box: both its first lines and both its last lines differ.
  private mutating func middle(of box: Box, _ reach: inout Reach) -> (old: Int, new: Int)? {
    let (width, height) = (box.old.count, box.new.count)
    let (oldStart, newStart) = (box.old.lowerBound, box.new.lowerBound)
    let (delta, most) = (width - height, (width + height + 1) / 2)
    // Clearing costs a step for each entry.
    guard budget > 2 * (width + height) else { return nil }
    budget -= 2 * (width + height)
    let zero = most + 1
    reach.clear(2 * most + 3)
    for distance in 0...most {
      // Diagonals that lie outside of the box are left out.
      let first = -distance + 2 * max(0, distance - height)
      let last = distance - 2 * max(0, distance - width)
      guard budget > 0 else { return nil }
      for diagonal in stride(from: first, through: last, by: 2) {
        var x = Self.start(reach.forward, zero + diagonal, diagonal, distance)
        let startX = x
        while x < width, x - diagonal < height, old[oldStart + x] == new[newStart + x - diagonal] {
          x += 1
        }
        budget -= x - startX + 1
        reach.forward[zero + diagonal] = x
        let opposite = delta - diagonal
        if delta % 2 != 0, abs(opposite) < distance, x + reach.backward[zero + opposite] >= width {
          return point(x, x - diagonal, in: box)
        }
      }
      for diagonal in stride(from: first, through: last, by: 2) {
        var x = Self.start(reach.backward, zero + diagonal, diagonal, distance)
        let startX = x
        while x < width, x - diagonal < height,
          old[oldStart + width - 1 - x] == new[newStart + height - 1 - (x - diagonal)]
        { x += 1 }
        budget -= x - startX + 1
        reach.backward[zero + diagonal] = x
        let opposite = delta - diagonal
        if delta % 2 == 0, abs(opposite) <= distance, x + reach.forward[zero + opposite] >= width {
          return point(width - x, height - (x - diagonal), in: box)
        }
      }
    }
    return nil
  }

  /// Where a path of `distance` steps comes onto a diagonal: down from the one above, or from the left.
  private static func start(_ reach: [Int], _ index: Int, _ diagonal: Int, _ distance: Int) -> Int {
    guard distance > 0 else { return 0 }
    if diagonal == -distance { return reach[index + 1] }
    if diagonal == distance { return reach[index - 1] + 1 }
    return max(reach[index - 1] + 1, reach[index + 1])
  }

  /// The point as lines of the texts; nil where it would not make the box smaller.
  private func point(_ x: Int, _ y: Int, in box: Box) -> (old: Int, new: Int)? {
    let (width, height) = (box.old.count, box.new.count)
    guard (0...width).contains(x), (0...height).contains(y), x + y > 0, x + y < width + height
    else {
      return nil
    }
    return (box.old.lowerBound + x, box.new.lowerBound + y)
  }
}
