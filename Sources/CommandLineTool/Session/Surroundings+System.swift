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
  private let generator: Mutex<SplitMix64>

  init(seed: UInt64) { generator = Mutex(SplitMix64(seed: seed)) }

  func next() -> NoteID { generator.withLock { NoteID.random(using: &$0) } }
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
