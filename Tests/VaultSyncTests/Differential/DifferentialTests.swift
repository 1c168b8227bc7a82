import Testing

@testable import VaultSync

/// Git and tl at work on one repository and one index: tl never reads or writes it in another way than git does,
/// and loses nothing that is staged or in the folder.
///
/// `TL_INDEX_SEEDS=FIRST..LAST` runs these histories; without it, as many as a test run has time for.
@Suite("Git and tl on one index")
struct DifferentialTests {
  @Test("random operations of git and of tl")
  func histories() throws {
    try IndexHistory.runAll("TL_INDEX_SEEDS", count: 8)
  }
}
