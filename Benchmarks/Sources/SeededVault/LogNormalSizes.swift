/// Sizes in bytes as those of real notes: most near the median, a few many times as long.
///
/// Only IEEE additions, multiplications and divisions are used, because `exp` and `log` may differ
/// in the last bit between C libraries and the vault is to be the same on every platform.
package struct LogNormalSizes: Sendable {
  /// Spread of the natural logarithm of the sizes.
  private static let spread = 0.8
  private static let smallest = 40
  private static let largest = 60_000

  private let median: Double

  package init(median: Int) { self.median = Double(median) }

  package func draw(using random: inout SplitMix64) -> Int {
    let factor = Self.exponential(Self.spread * Self.nearNormal(using: &random))
    return min(max(Int(median * factor), Self.smallest), Self.largest)
  }

  /// Mean 0, variance 1: the sum of twelve even fractions is close to a normal distribution.
  private static func nearNormal(using random: inout SplitMix64) -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += random.fraction() }
    return sum
  }

  /// eˣ for |x| < 8: a short series for x / 1024, squared ten times.
  static func exponential(_ x: Double) -> Double {
    let small = x / 1024
    var power = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)))
    for _ in 0..<10 { power *= power }
    return power
  }
}
