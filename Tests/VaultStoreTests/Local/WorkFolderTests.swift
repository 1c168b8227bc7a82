import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@Suite("Folders of work in progress")
struct WorkFolderTests {
  private let folder: TemporaryFolder
  private let vault: VaultFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("vault/.tl")
    vault = try VaultFolder(opening: folder.path("vault"))
  }

  private var left: [String] { folder.contents().filter { $0.contains("/work/") } }

  @Test("what is in one goes with it, what another one is at work with stays")
  func lifetime() throws {
    let first = try WorkFolder(in: vault)
    do {
      let second = try WorkFolder(in: vault)
      for folder in [first, second] {
        try FileManager.default.createDirectory(
          atPath: folder.path + "/a/b", withIntermediateDirectories: true)
        try Data("x".utf8).writeAlone(to: folder.path + "/a/b/c")
      }
    }
    #expect(left.filter { $0.hasSuffix("/a/b/c") }.count == 1)
    withExtendedLifetime(first) {}
  }

  @Test("what a killed process has left is removed by the next, and nothing behind a link in it")
  func leftovers() throws {
    try folder.write("kept", to: "outside/a.md")
    for name in ["killed", "unlocked"] {
      try folder.write("left", to: "vault/.tl/local/work/\(name)/1/2")
      symlink(folder.path("outside"), folder.path("vault/.tl/local/work/\(name)/link"))
    }
    try folder.write("", to: "vault/.tl/local/work/killed/lock")
    try folder.makeFolder("vault/.tl/local/work/empty")
    WorkFolder.removeLeftovers(in: vault)
    // What has no lock is not one of ours.
    #expect(!left.contains { $0.contains("killed") || $0.contains("empty") }, "\(left)")
    #expect(left.contains { $0.hasSuffix("/unlocked/1/2") })
    #expect(try folder.readText("outside/a.md") == "kept")
  }

  @Test("one is not made where a link leads out of the vault")
  func link() throws {
    try folder.makeFolder("outside")
    try folder.makeFolder("vault/.tl/local")
    symlink(folder.path("outside"), folder.path("vault/.tl/local/work"))
    #expect(throws: StoreError.self) { _ = try WorkFolder(in: vault) }
    #expect(folder.contents().filter { $0.hasPrefix("outside/") } == [])
  }

  @Test("of many made at once by several threads none takes away another's")
  func concurrent() async throws {
    let vault = vault
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            let work = try WorkFolder(in: vault)
            let path = work.path + "/\(number)"
            try Data([1]).writeAlone(to: path)
            #expect(FileManager.default.fileExists(atPath: path))
            withExtendedLifetime(work) {}
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(left == [])
  }
}

@Suite("Media that are staged")
struct MediaStageTests {
  @Test("a file gets a second name with the permissions of a new file, which is moved")
  func linking() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("vault/.tl")
    let vault = try VaultFolder(opening: folder.path("vault"))
    let path = try folder.write("photo", to: "state/upload")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let note = try #require(VaultPath("n.md"))
    let media = try #require(MediaFolder(of: note))
    var taken: VaultPath?
    do {
      let stage = try MediaStage(in: vault)
      let staged = try stage.add(linking: path)
      _ = try stage.add(linking: path)
      #expect(try MediaSource(opening: staged.path).status.size == 5)
      let names = try MediaNames(vault, media)
      taken = try names.take(staged, as: "a.jpg")
      try names.sync()
    }
    #expect(taken?.text == "n.media/a.jpg")
    #expect(try folder.readText("vault/n.media/a.jpg") == "photo")
    #expect(try folder.readText("state/upload") == "photo")
    let probe = try folder.write("", to: "vault/probe")
    func permissions(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try permissions(folder.path("vault/n.media/a.jpg")) == permissions(probe))
    #expect(folder.contents().filter { $0.contains("/work/") } == [])
  }

  @Test("a file that cannot have a second name there is copied")
  func copying() throws {
    let folder = try TemporaryFolder()
    let memory = try TemporaryFolder(inMemory: true)
    try folder.makeFolder("vault/.tl")
    let vault = try VaultFolder(opening: folder.path("vault"))
    let path = try memory.write("photo", to: "upload")
    let stage = try MediaStage(in: vault)
    let staged = try stage.add(linking: path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: staged.path)) == Data("photo".utf8))
    #expect(throws: StoreError.self) { try stage.add(linking: memory.path("none")) }
  }
}
