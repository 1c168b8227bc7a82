import Testing

@testable import bench

@Suite struct VaultShapeTests {
  private let million = VaultShape(notes: 1_000_000, folders: 50_000)

  @Test("a machine with less memory or disk is told what is missing")
  func shortage() {
    #expect(million.shortage(memory: 8_000_000_000, disk: 6_000_000_000) == nil)
    #expect(million.shortage(memory: 8_000_000_000, disk: nil) == nil)
    #expect(
      million.shortage(memory: 4_000_000_000, disk: 1) == "left out: needs 8 GB of memory")
    #expect(
      million.shortage(memory: 16_000_000_000, disk: 5_000_000_000)
        == "left out: needs 6 GB of free disk")
  }

  @Test("vaults of as many notes in other folders are kept apart")
  func paths() {
    let vault = million.vault(in: "/w")
    #expect(vault.name == "1,000,000 × 1 KB")
    #expect(vault.path == "/w/notes-1000000-545-in-50000-1")
    #expect(VaultShape(notes: 1_000_000).vault(in: "/w").path == "/w/notes-1000000-545-1")
    #expect(million.arguments == ["1000000", "--median", "545", "--folders", "50000"])
  }
}
