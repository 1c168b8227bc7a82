/// Notes that follow each other from page to page, each of which can be set in some ways: those that leave the least of
/// the pages free.
struct GridFlow {
  /// Heights in millimetres: of a text that goes on on the next page, and of what is not broken, behind it.
  struct Way {
    var text = 0.0
    var blocks: [Double] = []
  }

  /// For each note which of its ways is taken.
  let choices: [Int]

  /// A text does not begin where less than this part of a page is left.
  private static let leastOfText = 0.15

  /// - Parameters:
  ///   - notes: the ways of each; of two that are as good the first is taken.
  ///   - start: how much of the first page is taken.
  init(_ notes: [[Way]], page: Double, start: Double) {
    // The best choices by the millimetre at which they end: what comes after depends on nothing else.
    var ends: [Int: (cost: Double, used: Double, choices: [Int])] = [
      Int(start): (0, start, [])
    ]
    for ways in notes {
      var next: [Int: (cost: Double, used: Double, choices: [Int])] = [:]
      for (_, end) in ends.sorted(by: { $0.key < $1.key }) {
        for (place, way) in ways.enumerated() {
          let placed = Self.place(way, page: page, from: end.used)
          let cost = end.cost + placed.cost
          if cost < next[Int(placed.used)]?.cost ?? .infinity {
            next[Int(placed.used)] = (cost, placed.used, end.choices + [place])
          }
        }
      }
      ends = next
    }
    // The last page may have something free, but not nearly all.
    let best = ends.sorted { $0.key < $1.key }.min { a, b in
      a.value.cost + Self.cost(page - a.value.used, page) / 2
        < b.value.cost + Self.cost(page - b.value.used, page) / 2
    }
    choices = best?.value.choices ?? []
  }

  /// Where a note ends, and what the paper costs that it leaves free.
  static func place(
    _ way: Way, page: Double, from start: Double
  ) -> (used: Double, cost: Double) {
    var (used, cost) = (start, 0.0)
    func turn() {
      cost += Self.cost(page - used, page)
      used = 0
    }
    if way.text > 0 {
      if page - used < page * leastOfText { turn() }
      // How high a text is is not known for sure.
      used = (used + way.text * 1.03).truncatingRemainder(dividingBy: page)
    }
    for block in way.blocks {
      if used > 0, used + block > page { turn() }
      // The words would stand on a page, and their photos on the next.
      if block > page { cost += 1 }
      used += min(block, page)
    }
    return (used, cost)
  }

  private static func cost(_ free: Double, _ page: Double) -> Double {
    let share = free / page
    return share * share
  }
}
