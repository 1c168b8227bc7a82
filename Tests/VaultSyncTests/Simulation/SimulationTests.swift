import Testing

@testable import VaultSync

/// Histories of several devices by chance: nothing is lost, and all end up equal.
///
/// `TL_SIMULATION_SEEDS=FIRST..LAST` runs these histories; without it, as many as a test run has time for.
@Suite("Simulation")
struct SimulationTests {
  @Test("nothing is lost and all devices end up equal")
  func histories() throws {
    try Simulation.runAll("TL_SIMULATION_SEEDS", count: 80)
  }
}
