import SystemCalls
import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// What a sync that was killed leaves behind is no obstacle to the next one.
@Suite("After a sync that was killed")
struct KilledSyncTests {
  private static let locks = [
    "refs/heads/main.lock", "refs/remotes/origin/main.lock", "config.lock", "packed-refs.lock",
    "HEAD.lock", "objects/tmp_object_git2_0123456789abcdef",
    "objects/pack/pack_git2_0123456789abcdef",
  ]

  @Test("locks on references and settings go, and so does what was begun")
  func locks() throws {
    let (_, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    try phone.sync(writing: ["b.md": "b\n"])
    laptop["c.md"] = "c\n"
    for lock in Self.locks { laptop[".git/" + lock] = "" }
    #expect(try laptop.sync(writing: [".git/tl-running": ""]).network.told == "done")
    #expect(try laptop.damage() == [])
    #expect(laptop.files() == ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"])
  }

  @Test("the remote can be changed and removed; what else is left is put right by the next sync")
  func remote() throws {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    for lock in Self.locks { laptop[".git/" + lock] = "" }
    laptop.write([".tl-tmp-0123456789abcdef": "kept\n", ".git/tl-running": ""])
    try laptop.setRemote(devices.makeRemote("other.git"))
    laptop[".git/config.lock"] = ""
    #expect(try laptop.open().removeRemote() == "origin")
    try laptop.setRemote(devices.makeRemote("third.git"))
    #expect(try laptop.sync().network.told == "done")
    #expect(!laptop.exists(".tl-tmp-0123456789abcdef"))
    #expect(try laptop.damage() == [])
    laptop[".git/config.lock"] = ""
    #expect(throws: SyncError.self) { try laptop.setRemote(devices.remote) }
    #expect(laptop.exists(".git/config.lock"), "another program's")
  }

  @Test("locks stay where no sync was killed: another program is at work")
  func foreignLocks() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    laptop.write(["c.md": "c\n", ".git/refs/heads/main.lock": ""])
    #expect(throws: SyncError.self) { try laptop.sync() }
    #expect(laptop.exists(".git/refs/heads/main.lock"))
    #expect(!laptop.exists(".git/tl-running"), "that sync came to its end")
    try laptop.sync(writing: [".git/refs/heads/main.lock": nil])
    #expect(try laptop.damage() == [])
  }

  @Test("temporary files go to the trash: they may hold what an editor saved in that moment")
  func temporaryFiles() throws {
    let (_, laptop) = try SyncDevices.laptop([
      "a.md": "a\n", "a.media/x.jpg": "x\n", "x/y/b.md": "b\n", ".gitignore": "build/\n",
      "build/c.md": "c\n",
    ])
    let names = ["", "x/y/", "a.media/", "a.media/in/", ".hidden/", "build/"].map {
      $0 + ".tl-tmp-0123456789abcdef"
    }
    for name in names { laptop[name] = "kept\n" }
    try laptop.sync()
    #expect(names.allSatisfy(laptop.exists), "another tl may be writing them")
    try laptop.sync(writing: [".git/tl-running": ""])
    #expect(!names.contains(where: laptop.exists))
    let trash = try Trash(laptop.open().vault.folder).entries()
    #expect(trash.map(\.what) == names.map { _ in .leftover })
    #expect(try laptop.damage() == [])
  }

  @Test("temporary files of tl's own records go")
  func records() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    laptop[".tl/local/.tl-tmp-0123456789abcdef"] = "finished 1\n"
    laptop[".git/tl-running"] = ""
    try laptop.sync()
    #expect(!laptop.exists(".tl/local/.tl-tmp-0123456789abcdef"))
    #expect(try Trash(laptop.open().vault.folder).entries().isEmpty)
    #expect(try laptop.damage() == [])
  }
}

extension KilledSyncTests {
  @Test("a lock that is younger than the run that was killed is another program's")
  func youngerLocks() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    laptop.write([".git/tl-running": "", ".git/refs/remotes/origin/old.lock": ""])
    laptop.now += 10
    laptop.write([".git/refs/heads/main.lock": "", ".git/config.lock": "", "b.md": "b\n"])
    #expect(throws: SyncError.self) { try laptop.sync() }
    #expect(laptop.exists(".git/refs/heads/main.lock"))
    #expect(laptop.exists(".git/config.lock"))
    #expect(!laptop.exists(".git/refs/remotes/origin/old.lock"))
    for lock in ["refs/heads/main.lock", "config.lock"] { laptop[".git/" + lock] = nil }
    #expect(try laptop.sync().network.told == "done")
    #expect(try laptop.damage() == [])
  }

  @Test("the mark says when its run was last alive, and goes with it")
  func heartbeat() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"])
    laptop[".git/tl-running"] = ""
    let found = try #require(
      SystemFolder(path: laptop.file(".git")).time(of: "tl-running"))
    let mark = CrashMarker(in: try laptop.open().repository)
    #expect(try mark.set())
    mark.restore()
    #expect(SystemFolder(path: laptop.file(".git")).time(of: "tl-running") == found)
    let next = CrashMarker(in: try laptop.open().repository)
    #expect(try next.set())
    next.remove()
    #expect(!laptop.exists(".git/tl-running"))
  }
}
