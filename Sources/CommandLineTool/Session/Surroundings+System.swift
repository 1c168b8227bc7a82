internal import Synchronization
internal import SystemCalls
package import VaultFormat
internal import Words

extension Surroundings {
  /// The clock, the zone and random ids; `TL_NOW` (RFC 3339) and `TL_SEED` (a number) fix them for tests.
  static func live(_ environment: Environment) throws -> Surroundings {
    let zone = TimeZoneRules.local
    var now: @Sendable () -> Int64 = { LocalTime.now() }
    if let text = environment["TL_NOW"] {
      guard let time = NoteTime(text, zone: zone) else {
        throw Problem(usage: "TL_NOW is not a time: \(text)")
      }
      now = { time.seconds }
    }
    if let seed = environment["TL_SEED"].flatMap({ UInt64($0) }) {
      let ids = FixedIDs(seed: seed)
      return Surroundings(now: now, zone: zone) { ids.next() }
    }
    return Surroundings(now: now, zone: zone) {
      var generator = SystemRandomNumberGenerator()
      return NoteID.random(using: &generator)
    }
  }
}

/// Predictable ids for tests.
private final class FixedIDs: Sendable {
  private let generator: Mutex<FixedGenerator>

  init(seed: UInt64) {
    generator = Mutex(FixedGenerator(state: seed))
  }

  func next() -> NoteID { generator.withLock { NoteID.random(using: &$0) } }
}

/// SplitMix64 (Steele, Lea, Flood 2014), for reproducible ids in tests.
private struct FixedGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension TimeZoneRules {
  /// The zone of this process.
  package static let local = TimeZoneRules { LocalTime.offset(at: $0) }

  /// The rules of a zone of the tz database; nil if the system does not know the name.
  ///
  /// Only to be called while the process has one thread.
  package init?(named name: String) {
    guard let offset = LocalTime.offsets(ofZoneNamed: name) else { return nil }
    self.init(offset: offset)
  }
}
