import Foundation
import TestSupport
import Testing

@testable import VaultSync

/// Histories of several devices by chance: nothing is lost, and all end up equal.
///
/// `TL_SIMULATION_SEEDS=FIRST..LAST` runs these histories; without it, as many as a test run has time for.
@Suite("Simulation")
struct SimulationTests {
  @Test("nothing is lost and all devices end up equal")
  func histories() throws {
    for seed in try Self.seeds() {
      var story: [String] = []
      try withNote("repeat with TL_SIMULATION_SEEDS=\(seed)..\(seed)\n\(story)") {
        var simulation = try Simulation(seed: seed)
        defer { story = simulation.story }
        try simulation.run()
      }
    }
  }

  /// New ones each time, so that they add up over time.
  private static func seeds() throws -> ClosedRange<UInt64> {
    guard let asked = ProcessInfo.processInfo.environment["TL_SIMULATION_SEEDS"] else {
      let first = UInt64.random(in: 0...UInt64(UInt32.max))
      return first...(first + 59)
    }
    let numbers = asked.split(separator: ".").compactMap { UInt64($0) }
    return try #require(numbers.first)...#require(numbers.last)
  }
}
