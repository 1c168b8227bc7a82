import Testing
import VaultFormat
import VaultStore

@testable import VaultSync

@Suite("When a watched folder is synced")
struct WatchScheduleTests {
  private func state(_ names: String...) -> FolderState {
    var difference = WorktreeDifference()
    difference.changes = names.compactMap { VaultPath($0) }.map {
      LocalChange(path: $0, kind: .modified, old: nil)
    }
    return FolderState(difference)
  }

  /// Whether a sync is due at each of these looks at the folder, by the time in milliseconds.
  private func due(
    _ looks: [(state: FolderState, time: Int64)], leaving start: FolderState = FolderState(),
    at time: Int64 = 0
  ) -> [Bool] {
    var schedule = WatchSchedule(leaving: start, at: time)
    return looks.map { schedule.isDue($0.state, at: $0.time) }
  }

  @Test("a change is synced once it has been quiet for half a minute")
  func quiet() {
    let change = state("a.md")
    #expect(due([(change, 3_000), (change, 32_999), (change, 33_000)]) == [false, false, true])
  }

  @Test("every further change begins the half minute anew")
  func furtherChanges() {
    let both = state("a.md", "b.md")
    #expect(
      due([(state("a.md"), 3_000), (both, 30_000), (both, 59_999), (both, 60_000)])
        == [false, false, false, true])
  }

  @Test("what others did is looked for every five minutes")
  func interval() {
    #expect(
      due([(FolderState(), 300_999), (FolderState(), 301_000)], at: 1_000) == [false, true])
  }

  @Test("what a gate held back is not tried again every half minute, and a new change is")
  func heldBack() {
    let (held, both) = (state("large.mov"), state("a.md", "large.mov"))
    #expect(
      due([(held, 200_000), (both, 210_000), (both, 240_000)], leaving: held)
        == [false, false, true])
  }

  @Test("a change that was taken back needs no sync")
  func takenBack() {
    #expect(
      due([(state("a.md"), 3_000), (FolderState(), 6_000), (FolderState(), 100_000)])
        == [false, false, false])
  }

  @Test("an edit of a file with a filter is seen, and a file that only looks new is not")
  func filteredFiles() throws {
    let vaults = try FilteringVaults()
    let vault = try vaults.device(
      "laptop", [".gitattributes": "*.md filter=crypt\n", "a.md": "one\n"])
    try vault.sync()
    try vault.write("one\n", to: "a.md")
    #expect(try vault.open().folderState().isEmpty)
    try vault.write("two\n", to: "a.md")
    #expect(try !vault.open().folderState().isEmpty)
    withExtendedLifetime(vaults) {}
  }
}
