import Foundation
import TestSupport
import Testing

@testable import VaultSync

/// Histories of several devices by chance: nothing is lost, and all end up equal.
///
/// `TL_SIMULATION_SEEDS=FIRST..LAST` runs these histories; without it, as many as a test run has time for.
/// `TL_SIMULATION_RECORD` names a file of seeds that are left out; those that went well are added.
@Suite("Simulation")
struct SimulationTests {
  @Test("nothing is lost and all devices end up equal")
  func histories() throws {
    let record = try SeedRecord()
    for seed in try Self.seeds() where !record.finished.contains(seed) {
      let (problems, story) = Self.run(seed)
      if problems.isEmpty {
        try record.add(seed)
      } else {
        let told = (["repeat with TL_SIMULATION_SEEDS=\(seed)..\(seed)"] + problems + story)
        Issue.record("\(told.joined(separator: "\n"))")
      }
    }
  }

  /// What does not hold at the end of a history, and what happened in it.
  private static func run(_ seed: UInt64) -> (problems: [String], story: [String]) {
    var story: [String] = []
    do {
      var simulation = try Simulation(seed: seed)
      defer { story = simulation.story }
      return (try simulation.run(), simulation.story)
    } catch {
      return (["\(error)"], story)
    }
  }

  /// New ones each time, so that they add up over time.
  private static func seeds() throws -> ClosedRange<UInt64> {
    guard let asked = ProcessInfo.processInfo.environment["TL_SIMULATION_SEEDS"] else {
      let first = UInt64.random(in: 0...UInt64(UInt32.max))
      return first...(first + 79)
    }
    let numbers = asked.split(separator: ".").compactMap { UInt64($0) }
    return try #require(numbers.first)...#require(numbers.last)
  }
}

/// The seeds of histories that went well, a line each; several processes may add to one file.
private struct SeedRecord {
  let finished: Set<UInt64>
  private let path: String?

  init() throws {
    path = ProcessInfo.processInfo.environment["TL_SIMULATION_RECORD"]
    let text = try path.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? ""
    finished = Set(text.split(separator: "\n").compactMap { UInt64($0) })
  }

  func add(_ seed: UInt64) throws {
    guard let path else { return }
    let file = open(path, O_WRONLY | O_APPEND)
    defer { close(file) }
    let line = Array("\(seed)\n".utf8)
    guard write(file, line, line.count) == line.count else {
      throw CommandFailure(description: "\(path) cannot be written")
    }
  }
}
