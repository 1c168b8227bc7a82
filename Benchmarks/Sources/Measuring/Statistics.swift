/// Middle and ends of a row of figures.
package struct Spread: Sendable, Equatable {
  package let median: Double
  package let minimum: Double
  package let maximum: Double

  /// `nil` without figures.
  package init?(_ figures: [Double]) {
    let sorted = figures.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let middle = sorted.count / 2
    (minimum, maximum) = (first, last)
    median =
      sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// How two programs that ran in turn compare.
package struct Ratio: Sendable, Equatable {
  /// Median of the one over median of the other.
  package let ofMedians: Double
  /// Median of the ratios within each round: a machine that gets slower on the way does not move
  /// it.
  package let ofRounds: Double

  /// The figures stand in the order of the rounds; `nil` unless there are as many of both.
  package init?(_ figures: [Double], over anchors: [Double]) {
    guard figures.count == anchors.count, let subject = Spread(figures),
      let anchor = Spread(anchors), let rounds = Spread(zip(figures, anchors).map { $0 / $1 })
    else { return nil }
    ofMedians = subject.median / anchor.median
    ofRounds = rounds.median
  }
}
