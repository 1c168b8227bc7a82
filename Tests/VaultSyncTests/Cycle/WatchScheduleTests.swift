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

  @Test("a change is synced once it has been quiet for half a minute")
  func quiet() {
    var schedule = WatchSchedule(leaving: FolderState(), at: 0)
    let first = schedule.isDue(state("a.md"), at: 3_000)
    #expect(!first)
    let second = schedule.isDue(state("a.md"), at: 32_999)
    #expect(!second)
    let third = schedule.isDue(state("a.md"), at: 33_000)
    #expect(third)
  }

  @Test("every further change begins the half minute anew")
  func furtherChanges() {
    var schedule = WatchSchedule(leaving: FolderState(), at: 0)
    let first = schedule.isDue(state("a.md"), at: 3_000)
    #expect(!first)
    let second = schedule.isDue(state("a.md", "b.md"), at: 30_000)
    #expect(!second)
    let third = schedule.isDue(state("a.md", "b.md"), at: 59_999)
    #expect(!third)
    let fourth = schedule.isDue(state("a.md", "b.md"), at: 60_000)
    #expect(fourth)
  }

  @Test("what others did is looked for every five minutes")
  func interval() {
    var schedule = WatchSchedule(leaving: FolderState(), at: 1_000)
    let first = schedule.isDue(FolderState(), at: 300_999)
    #expect(!first)
    let second = schedule.isDue(FolderState(), at: 301_000)
    #expect(second)
  }

  @Test("what a gate held back is not tried again every half minute, and a new change is")
  func heldBack() {
    var schedule = WatchSchedule(leaving: state("large.mov"), at: 0)
    let first = schedule.isDue(state("large.mov"), at: 200_000)
    #expect(!first)
    let second = schedule.isDue(state("a.md", "large.mov"), at: 210_000)
    #expect(!second)
    let third = schedule.isDue(state("a.md", "large.mov"), at: 240_000)
    #expect(third)
  }

  @Test("a change that was taken back needs no sync")
  func takenBack() {
    var schedule = WatchSchedule(leaving: FolderState(), at: 0)
    let first = schedule.isDue(state("a.md"), at: 3_000)
    #expect(!first)
    let second = schedule.isDue(FolderState(), at: 6_000)
    #expect(!second)
    let third = schedule.isDue(FolderState(), at: 100_000)
    #expect(!third)
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
