/// Ranks drawn by Zipf's law: rank `k` (from 0) comes up in proportion to 1 / (k + 1), about as
/// words do in real text.
package struct ZipfRanks: Sendable {
  /// `upTo[k]` is the weight of the ranks 0 to k together.
  private let upTo: [Double]
  private let total: Double

  /// `count` is at least 1.
  package init(count: Int) {
    var sum = 0.0
    var weights: [Double] = []
    weights.reserveCapacity(count)
    for rank in 1...count {
      sum += 1 / Double(rank)
      weights.append(sum)
    }
    upTo = weights
    total = sum
  }

  package func draw(using random: inout SplitMix64) -> Int {
    let point = random.fraction() * total
    var low = 0
    var high = upTo.count - 1
    while low < high {
      let middle = (low + high) / 2
      if upTo[middle] > point { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
