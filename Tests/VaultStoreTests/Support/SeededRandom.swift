import Foundation

/// The same numbers for the same seed (SplitMix64).
///
/// `TL_TEST_SEED` sets the seed of a run; tests put it into the comment of each expectation.
struct SeededRandom: RandomNumberGenerator {
  private(set) var seed: UInt64
  private var state: UInt64

  init() {
    let text = ProcessInfo.processInfo.environment["TL_TEST_SEED"]
    seed = text.flatMap { UInt64($0) } ?? 20_261_120
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
