/// Time and random numbers, which tests set.
package struct Pacing: Sendable {
  /// Seconds since 1970.
  package var now: @Sendable () -> Int64
  /// Seconds.
  package var sleep: @Sendable (Double) async throws -> Void
  /// A random number from 0 up to 1.
  package var random: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Double) async throws -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
  }

  /// The wait before the next try: doubling each time, up to a minute, with a random variation of one half.
  func pause(afterTry number: Int, asked: Double?) -> Double {
    let wait = min(60, Double(1 << min(max(number, 0), 6)))
    let jittered = wait * (0.5 + random())
    return min(120, max(jittered, asked ?? 0))
  }
}
