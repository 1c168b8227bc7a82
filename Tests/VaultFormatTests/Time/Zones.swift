import Foundation

@testable import VaultFormat

/// Zones for tests: made-up ones, and real ones from Foundation's tables (the C library
/// has one zone for the whole process, which parallel tests must not change).
enum Zones {
  static func fixed(_ offset: Int) -> TimeZoneRules { TimeZoneRules { _ in offset } }

  /// Offsets that hold from an instant on; the first holds before the second's instant too.
  static func steps(_ steps: [(from: Int64, offset: Int)]) -> TimeZoneRules {
    let steps = steps.map { Step(from: $0.from, offset: $0.offset) }
    return TimeZoneRules { instant in
      (steps.last { $0.from <= instant } ?? steps[0]).offset
    }
  }

  private struct Step: Sendable {
    let from: Int64
    let offset: Int
  }

  static func foundation(_ name: String) throws -> TimeZoneRules {
    guard let zone = TimeZone(identifier: name) else { throw NoSuchZone(name: name) }
    return TimeZoneRules { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
  }

  struct NoSuchZone: Error { let name: String }
}
