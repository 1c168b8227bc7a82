internal import VaultFormat

/// How firm a habit is, by the formula of Loop Habit Tracker: 0 to 1.
///
/// A day on which the goal is kept brings it nearer to 1, any other day nearer to 0, and no day all the way. Each day
/// s becomes s·m + c·(1 − m), where m = 0.5^(√f/13). f is how often a day the goal wants events, at most 1; for sums,
/// one by its length in days. c is the part of the goal that was reached in its last days, up to 1. Events that are
/// wanted less often than daily are counted over twice the time, as nobody has them on the same days always. Of at
/// most something c is 1 up to the goal, and falls to 0 at its double. A new habit has 0, one of at most something 1.
struct GoalStrength {
  private let target: PeriodTarget
  private var number: Double
  private var dayCount: Int
  /// m of the formula.
  private let persistence: Double

  init(_ target: PeriodTarget) {
    self.target = target
    (number, dayCount) = (target.number, target.dayCount)
    var frequency = 1 / Double(dayCount)
    if target.bound == .atLeast, target.aggregate == .count, number > 0 {
      frequency = min(1, number / Double(dayCount))
      if frequency < 1 { (number, dayCount) = (number * 2, dayCount * 2) }
    }
    persistence = Self.halfPower(frequency.squareRoot() / 13)
  }

  /// After a day for each amount, of which the last is not over.
  ///
  /// - Parameter isOff: whether the day at an index leaves the strength as it is.
  func value(after amounts: [Double], isOff: (Int) -> Bool) -> Double {
    let isAtMost = target.bound == .atMost
    let shares = amounts.map(share)
    var (strength, window) = (isAtMost ? 1.0 : 0.0, 0.0)
    for (day, share) in shares.enumerated() {
      window += share - (day >= dayCount ? shares[day - dayCount] : 0)
      guard !isOff(day) else { continue }
      let reached = min(max(isAtMost ? 2 - window : window, 0), 1)
      let next = strength * persistence + reached * (1 - persistence)
      if day < shares.count - 1 {
        strength = next
      } else {
        // What the rest of the day can still turn does not count.
        strength = isAtMost ? min(strength, next) : max(strength, next)
      }
    }
    return strength
  }

  /// The part of the goal that an amount is: 0 to 2, beyond which nothing changes.
  ///
  /// Bounded, so that one huge number does not blur the others of its window.
  private func share(of amount: Double) -> Double {
    if number > 0 { return min(max(amount / number, 0), 2) }
    return target.isMet(by: amount) == (target.bound == .atLeast) ? 2 : 0
  }

  /// 0.5 to the power of a number from 0 to 1: the product of the roots of 0.5 that its binary digits name.
  private static func halfPower(_ exponent: Double) -> Double {
    var (rest, root, power) = (exponent, 0.5, 1.0)
    while rest > 0 {
      if rest >= 1 { (power, rest) = (power * root, rest - 1) }
      (root, rest) = (root.squareRoot(), rest * 2)
    }
    return power
  }
}
