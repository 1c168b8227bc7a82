/// Ways to break things in a row into groups.
enum Partition {
  /// The groups whose costs are least in all, in their order.
  ///
  /// - Parameters:
  ///   - most: things of a group.
  ///   - cost: of a group that is not empty.
  static func best(
    _ count: Int, most: Int, cost: (Range<Int>) -> Double
  ) -> [Range<Int>] {
    // The least cost of the first so many things, and where the last group of them begins.
    var least: [(cost: Double, start: Int)] = [(0, 0)]
    for end in 0..<count {
      let ways = (max(0, end + 1 - most)...end).map { start in
        (cost: least[start].cost + cost(start..<end + 1), start: start)
      }
      least.append(ways.min { $0.cost < $1.cost } ?? (0, end))
    }
    var groups: [Range<Int>] = []
    var end = count
    while end > 0 {
      groups.append(least[end].start..<end)
      end = least[end].start
    }
    return groups.reversed()
  }
}
