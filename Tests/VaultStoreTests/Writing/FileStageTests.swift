import Foundation
import SystemCalls
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Files staged in bulk")
struct FileStageTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  @Test("a file is written under a name that is free, and never over another")
  func write() throws {
    let stage = FileStage(vault.folder)
    try stage.write(bytes("new"), to: path("a.md"))
    #expect(vault.text("a.md") == "new")
    #expect(throws: StoreError("a.md", .system(SystemError(EEXIST, .create)))) {
      try stage.write(bytes("other"), to: path("a.md"))
    }
    #expect(vault.text("a.md") == "new")
    try stage.sync()
  }

  @Test("permissions are those of the file it is to replace, the executable bit as asked")
  func permissions() throws {
    let stage = FileStage(vault.folder)
    try vault.write("old.md", "old")
    for (permissions, isExecutable, expected) in [
      (0o640, nil, 0o640), (0o640, true, 0o750), (0o755, false, 0o644), (0o600, true, 0o700),
      (0o444, nil, 0o444),
    ] as [(Int, Bool?, UInt32)] {
      try vault.setPermissions(permissions, "old.md")
      let status = try #require(try stage.status(path("old.md")))
      try stage.write(bytes("x"), to: path("new.md"), like: status, isExecutable: isExecutable)
      #expect(try stage.status(path("new.md"))?.permissions == expected)
      try stage.remove(path("new.md"))
    }
    try stage.write(bytes("x"), to: path("run.sh"), isExecutable: true)
    #expect(try #require(try stage.status(path("run.sh"))).permissions & 0o100 != 0)
  }

  @Test("names change places within a folder and between two")
  func moving() throws {
    try vault.write(["a.md": "a", "sub/b.md": "b"])
    let stage = FileStage(vault.folder)
    #expect(try stage.exchange(path("a.md"), path("sub/b.md")))
    #expect(vault.files() == ["a.md": "b", "sub": "/", "sub/b.md": "a"])
    #expect(try !stage.move(path("a.md"), to: path("sub/b.md")))
    #expect(try stage.move(path("a.md"), to: path("sub/c.md")))
    #expect(vault.files() == ["sub": "/", "sub/b.md": "a", "sub/c.md": "b"])
    #expect(throws: StoreError.self) { try stage.move(path("a.md"), to: path("d.md")) }
    #expect(throws: StoreError.self) { try stage.exchange(path("a.md"), path("sub/c.md")) }
    try stage.sync()
    #expect(
      try !FileStage(vault.folder, canExchange: false).exchange(path("sub/b.md"), path("sub/c.md")))
  }

  @Test("what is no regular file is named, what is missing is nil, no link is followed")
  func reading() throws {
    try vault.makeFolder("folder")
    try vault.write("file", "text")
    try vault.link("link", to: "file")
    try vault.link("way", to: "folder")
    let stage = FileStage(vault.folder)
    #expect(try stage.read(path("file"))?.bytes == bytes("text"))
    #expect(try stage.read(path("none")) == nil)
    #expect(try stage.read(path("none/below")) == nil)
    #expect(throws: StoreError("link", .link)) { try stage.read(path("link")) }
    #expect(throws: StoreError("way", .link)) { try stage.read(path("way/x")) }
    #expect(throws: StoreError("way", .link)) { try stage.write([], to: path("way/x")) }
    #expect(throws: StoreError("folder", .wrongKind(.folder, wanted: .file))) {
      try stage.read(path("folder"))
    }
    #expect(throws: StoreError("file", .wrongKind(.file, wanted: .folder))) {
      try stage.read(path("file/x"))
    }
  }

  @Test("folders are made and, when they are empty, removed")
  func folders() throws {
    let stage = FileStage(vault.folder)
    try stage.makeFolders(path("a/b/c"))
    try stage.write(bytes("x"), to: path("a/b/x.md"))
    #expect(try stage.removeFolder(path("a/b/c")))
    #expect(try stage.removeFolder(path("a/b/c")))
    #expect(try !stage.removeFolder(path("a/b")))
    #expect(try !stage.removeFolder(path("a/b/x.md")))
    try stage.sync()
    #expect(vault.files() == ["a": "/", "a/b": "/", "a/b/x.md": "x"])
  }

  @Test("many files, and folders that have gone since, are brought to the disk")
  func sync() throws {
    let stage = FileStage(vault.folder)
    try stage.makeFolders(path("gone/too"))
    for number in 0..<20 { try stage.write(bytes("\(number)"), to: path("gone/too/\(number)")) }
    for number in 0..<20 {
      #expect(try stage.move(path("gone/too/\(number)"), to: path("\(number)")))
    }
    for number in 1..<20 { try stage.remove(path("\(number)")) }
    #expect(try stage.removeFolder(path("gone/too")))
    try vault.folder.removeFolder(path("gone"))
    try stage.sync()
    #expect(vault.files() == ["0": "0"])
  }

  @Test("whether names fold is what the disk does")
  func folding() throws {
    try vault.write("probe-aB", "x")
    let folds = FileManager.default.fileExists(atPath: vault.absolute("PROBE-Ab"))
    #expect(try vault.folder.foldsNames() == folds)
    #expect(try vault.folder.list(VaultLayout.sync).isEmpty)
  }

  @Test("bytes are added at the end, of a file that is there")
  func append() throws {
    #expect(throws: StoreError.self) { try vault.folder.append(bytes("x"), to: path("log")) }
    try vault.write("log", "one\n")
    try vault.folder.append(bytes("two\n"), to: path("log"))
    #expect(vault.text("log") == "one\ntwo\n")
  }
}
