import Foundation
import Testing
import VaultFormat

@testable import SystemCalls
@testable import VaultStore

@Suite("The folder of a vault")
struct VaultFolderTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  @Test("files are read at any depth, of any bytes and size", arguments: [0, 1, 65_536, 3_000_001])
  func read(_ size: Int) throws {
    let text =
      String(repeating: "\u{0}é", count: size / 3) + String(repeating: "x", count: size % 3)
    try vault.write("a/b/c.md", text)
    let content = try vault.folder.read(path("a/b/c.md"))
    #expect(content.bytes == bytes(text))
    #expect(content.status.size == Int64(size))
    #expect(content.status.kind == .file)
  }

  @Test("a file beyond the limit is refused, one at the limit is read")
  func limit() throws {
    try vault.write("a.md", "12345678")
    #expect(try vault.folder.read(path("a.md"), limit: 8).bytes.count == 8)
    #expect(throws: StoreError("a.md", .tooLarge(limit: 7))) {
      try vault.folder.read(path("a.md"), limit: 7)
    }
  }

  @Test("a sparse file of a terabyte is refused without taking memory")
  func sparse() throws {
    try vault.write("a.md", "")
    truncate(vault.absolute("a.md"), 1 << 40)
    let error = #expect(throws: StoreError.self) { try vault.folder.read(path("a.md")) }
    #expect(error?.description == "has more than 512 MiB")
  }

  @Test(
    "no link is followed, and the error names it",
    arguments: [
      ("link.md", "link.md"), ("linked/a.md", "linked"), ("x/linked/deep/a.md", "x/linked"),
      (".tl/local/a", ".tl/local"), ("note.media/a.jpg", "note.media"),
    ])
  func links(_ file: String, _ link: String) throws {
    let outside = try TemporaryVault()
    try outside.write("a.md", "secret")
    try vault.makeFolder("x")
    for name in ["linked", "x/linked", ".tl/local", "note.media"] {
      try vault.link(name, to: outside.root)
    }
    try vault.link("link.md", to: outside.absolute("a.md"))
    let calls: [() throws -> Void] = [
      { _ = try vault.folder.read(path(file)) },
      { try vault.writer.replace(path(file)) { _ in bytes("overwritten") } },
    ]
    for call in calls {
      let error = #expect(throws: StoreError.self) { try call() }
      #expect(error?.path == link)
      #expect(error?.description == "is a symbolic link, and links inside a vault are not followed")
    }
    #expect(outside.files() == ["a.md": "secret"])
  }

  @Test("nothing is made, moved or removed through a link")
  func changesThroughLinks() throws {
    let outside = try TemporaryVault()
    try outside.write("a.md", "secret")
    try vault.link("linked", to: outside.root)
    try vault.write("b.md", "b")
    #expect(throws: StoreError.self) { try vault.folder.makeFolders(path("linked/new")) }
    #expect(throws: StoreError.self) { try vault.folder.removeFile(path("linked/a.md")) }
    #expect(throws: StoreError.self) { try vault.folder.move(path("b.md"), to: path("linked/b")) }
    #expect(throws: StoreError.self) { try vault.writer.create(path("linked/n.md"), []) }
    #expect(throws: StoreError.self) { try vault.folder.list(path("linked")) }
    try vault.folder.removeTree(path("linked"))
    #expect(outside.files() == ["a.md": "secret"])
    #expect(vault.files() == ["b.md": "b"])
  }

  @Test("FIFOs, folders and devices are refused without waiting")
  func kinds() throws {
    vault.makeFIFO("pipe.md")
    try vault.makeFolder("folder.md")
    let devices = try VaultFolder(opening: "/dev")
    for (folder, file, words) in [
      (vault.folder, "pipe.md", "pipe.md is a FIFO, not a file"),
      (vault.folder, "folder.md", "folder.md is a folder, not a file"),
      (vault.folder, "pipe.md/a.md", "pipe.md is a FIFO, not a folder"),
      (devices, "zero", "zero is a device, not a file"),
    ] {
      let error = #expect(throws: StoreError.self) { try folder.read(path(file)) }
      #expect(error.map { "\($0.path) \($0)" } == words)
    }
  }

  @Test("status tells links, folders and missing names apart")
  func status() throws {
    try vault.write("a.md", "1234")
    try vault.link("b.md", to: "a.md")
    try vault.makeFolder("c")
    #expect(try vault.folder.status(path("a.md"))?.size == 4)
    #expect(try vault.folder.status(path("b.md"))?.kind == .link)
    #expect(try vault.folder.status(path("c"))?.kind == .folder)
    #expect(try vault.folder.status(path("d")) == nil)
    #expect(try vault.folder.status(path("d/e/f")) == nil)
    #expect(try vault.folder.exists(path("c")))
  }

  @Test("a listing has every name in byte order, also those that are not UTF-8")
  func list() throws {
    let odd: [UInt8] = [0x61, 0xFF, 0x2E, 0x6D, 0x64]
    #expect(try vault.writer.create(VaultPath(odd)!, bytes("odd")))
    try vault.write(["b.md": "", ".hidden": ""])
    let entries = try vault.folder.list(nil)
    #expect(entries.map(\.name) == [bytes(".hidden"), bytes(".tl"), odd, bytes("b.md")])
    #expect(entries.map(\.kind) == [.file, .folder, .file, .file])
    #expect(try vault.folder.read(VaultPath(odd)!).bytes == bytes("odd"))
  }

  @Test("a move never replaces anything")
  func move() throws {
    try vault.write(["a.md": "a", "b.md": "b"])
    try vault.makeFolder("empty")
    for target in ["b.md", "empty"] {
      #expect(throws: StoreError(target, .taken)) {
        try vault.folder.move(path("a.md"), to: path(target))
      }
    }
    try vault.folder.move(path("a.md"), to: path("empty/c.md"))
    #expect(vault.files() == ["b.md": "b", "empty": "/", "empty/c.md": "a"])
  }

  @Test("neither does a move without the kernel's help")
  func moveByLink() throws {
    try vault.write(["a.md": "a", "b.md": "b"])
    let folder = try vault.folder.openFolder(nil)
    #expect(throws: SystemError.self) {
      try folder.renameByLink(bytes("a.md"), to: bytes("b.md"), in: folder)
    }
    try folder.renameByLink(bytes("a.md"), to: bytes("c.md"), in: folder)
    try vault.makeFolder("d")
    try folder.renameByLink(bytes("d"), to: bytes("e"), in: folder)
    #expect(throws: SystemError.self) {
      try folder.renameByLink(bytes("e"), to: bytes("b.md"), in: folder)
    }
    #expect(vault.files() == ["b.md": "b", "c.md": "a", "e": "/"])
  }

  @Test("a tree goes whole, and what its links point at stays")
  func removeTree() throws {
    try vault.write(["keep.md": "keep", "t/a/b/c.md": ""])
    try vault.link("t/a/link", to: vault.root)
    vault.makeFIFO("t/pipe")
    try vault.folder.removeTree(path("t"))
    #expect(vault.files() == ["keep.md": "keep"])
  }

  @Test("folders are made as far as they are missing")
  func makeFolders() throws {
    try vault.makeFolder("a")
    try vault.folder.makeFolders(path("a/b/c"))
    try vault.folder.makeFolders(path("a/b/c"))
    #expect(vault.files().keys.sorted() == ["a", "a/b", "a/b/c"])
    try vault.write("a/file", "")
    #expect(throws: StoreError("a/file", .wrongKind(.file, wanted: .folder))) {
      try vault.folder.makeFolders(path("a/file/x"))
    }
  }

  @Test("a root that is missing is an error that names it")
  func noRoot() {
    let error = #expect(throws: StoreError.self) { try VaultFolder(opening: "/nowhere/at all") }
    #expect(error?.path == "/nowhere/at all")
    #expect(error?.description == "no such file or directory")
  }

  @Test("the birth time is not after the last change")
  func birthTime() throws {
    try vault.write("a.md", "a")
    #expect(vault.folder.root.birthTime(of: bytes("missing")) == nil)
    // Some file systems keep none.
    if let birth = vault.folder.root.birthTime(of: bytes("a.md")) {
      let changed = try #require(try vault.folder.status(path("a.md"))).changed
      #expect(birth <= changed)
      #expect(changed.seconds - birth.seconds < 3600)
    }
  }

  @Test("a record gives every value back")
  func record() {
    var record = RecordText()
    record.append("path", [0x00, 0x0A, 0x25, 0xFF, 0x20])
    record.append("about", " ünï: 100% ")
    let parsed = RecordText(parsing: record.bytes)
    #expect(parsed.lines.elementsEqual(record.lines, by: ==))
    #expect(
      RecordText(parsing: bytes("no colon\nk:v\nk2: %zz%4\n")).lines.map(\.value) == [
        bytes("v"), bytes("%zz%4"),
      ])
  }
}
