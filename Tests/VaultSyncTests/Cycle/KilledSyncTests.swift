import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultSync

/// What a sync that was killed leaves behind is no obstacle to the next one.
@Suite("After a sync that was killed")
struct KilledSyncTests {
  private static let locks = [
    "refs/heads/main.lock", "refs/remotes/origin/main.lock", "config.lock", "packed-refs.lock",
    "HEAD.lock",
  ]

  @Test("locks on references and settings go")
  func locks() throws {
    let devices = try SyncDevices(["laptop", "phone"], ["a.md": "a\n"])
    let laptop = devices["laptop"]
    devices["phone"]["b.md"] = "b\n"
    try devices["phone"].sync()
    laptop["c.md"] = "c\n"
    for lock in Self.locks { laptop[".git/" + lock] = "" }
    laptop[".git/tl-running"] = ""
    #expect(try laptop.sync().network.told == "done")
    #expect(try laptop.damage() == [])
    #expect(laptop.files() == ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"])
  }

  @Test("locks stay where no sync was killed: another program is at work")
  func foreignLocks() throws {
    let devices = try SyncDevices(["laptop"], ["a.md": "a\n"])
    let laptop = devices["laptop"]
    laptop["c.md"] = "c\n"
    laptop[".git/refs/heads/main.lock"] = ""
    #expect(throws: SyncError.self) { try laptop.sync() }
    #expect(laptop.exists(".git/refs/heads/main.lock"))
    #expect(!laptop.exists(".git/tl-running"), "that sync came to its end")
    laptop[".git/refs/heads/main.lock"] = nil
    try laptop.sync()
    #expect(try laptop.damage() == [])
  }
}
