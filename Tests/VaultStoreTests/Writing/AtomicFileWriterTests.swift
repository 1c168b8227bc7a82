import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Atomic writes")
struct AtomicFileWriterTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  @Test("a new file gets its bytes, its folders and no companion")
  func create() throws {
    #expect(try vault.writer.create(path("2026/11/a.md"), bytes("hello\n")))
    #expect(vault.files() == ["2026": "/", "2026/11": "/", "2026/11/a.md": "hello\n"])
  }

  @Test("a taken name is left alone, whatever has it")
  func createTaken() throws {
    try vault.write("a.md", "old")
    try vault.link("b.md", to: "/nowhere")
    try vault.makeFolder("c.md")
    for name in ["a.md", "b.md", "c.md"] {
      #expect(try vault.writer.create(path(name), bytes("new")) == false)
    }
    #expect(vault.text("a.md") == "old")
    #expect(vault.files().count == 3)
  }

  @Test("a name that is taken while the file is written is left alone")
  func createRace() throws {
    let writer = AtomicFileWriter(vault.folder) { step in
      if step == .temporarySynced { try? vault.write("a.md", "theirs") }
    }
    #expect(try writer.create(path("a.md"), bytes("mine")) == false)
    #expect(vault.files() == ["a.md": "theirs"])
  }

  @Test("replacing keeps the permissions", arguments: [0o600, 0o644, 0o664, 0o755, 0o640])
  func permissions(_ permissions: Int) throws {
    try vault.write("a.md", "old")
    try vault.setPermissions(permissions, "a.md")
    try vault.writer.replace(path("a.md")) { $0.bytes + bytes(" and new") }
    #expect(try vault.folder.status(path("a.md"))?.permissions == UInt32(permissions))
    #expect(vault.files() == ["a.md": "old and new"])
  }

  #if os(Linux)
    @Test(
      "a file that another program has open for writing is not replaced until that has closed it",
      arguments: [true, false])
    func openElsewhere(canExchange: Bool) throws {
      let vault = try TemporaryVault()
      try vault.write("a.md", "one")
      var writer = vault.writer
      writer.canExchange = canExchange
      let descriptor = open(vault.absolute("a.md"), O_RDWR | O_CLOEXEC)
      try #require(descriptor >= 0)
      let editor = FileHandle(fileDescriptor: descriptor)
      try editor.truncate(atOffset: 0)
      try editor.write(contentsOf: Data("half".utf8))
      #expect(throws: StoreError("a.md", .isOpenElsewhere)) {
        try writer.replace(path("a.md")) { $0.bytes + bytes(" and mine") }
      }
      try editor.write(contentsOf: Data(" and half".utf8))
      try editor.close()
      #expect(vault.files() == ["a.md": "half and half"])
      let reader = try #require(FileHandle(forReadingAtPath: vault.absolute("a.md")))
      // A program that another test starts has what is open until it runs.
      let isReplaced = (1...500).contains { _ in
        let isDone = (try? writer.replace(path("a.md")) { $0.bytes + bytes(" and mine") }) != nil
        if !isDone { usleep(10_000) }
        return isDone
      }
      #expect(isReplaced)
      try reader.close()
      #expect(vault.files() == ["a.md": "half and half and mine"])
    }
  #endif

  @Test("unchanged bytes are not written")
  func unchanged() throws {
    try vault.write("a.md", "same")
    let before = try vault.folder.status(path("a.md"))
    var steps: [WriteStep] = []
    let writer = AtomicFileWriter(vault.folder) { steps.append($0) }
    let result = try writer.replace(path("a.md")) { $0.bytes }
    #expect(!result.isChange)
    #expect(steps == [])
    #expect(try vault.folder.status(path("a.md")) == before)
  }

  @Test("the steps come in their order")
  func steps() throws {
    var steps: [WriteStep] = []
    var writer = AtomicFileWriter(vault.folder) { steps.append($0) }
    let start: [WriteStep] = [.temporaryMade, .temporaryWritten, .temporarySynced]
    #expect(try writer.create(path("a.md"), bytes("1")))
    #expect(steps == start + [.published, .folderSynced])
    steps = []
    try writer.replace(path("a.md")) { _ in bytes("2") }
    #expect(steps == start + [.published, .compared, .temporaryRemoved, .folderSynced])
    steps = []
    writer.canExchange = false
    try writer.replace(path("a.md")) { _ in bytes("3") }
    #expect(steps == start + [.compared, .published, .folderSynced])
    #expect(vault.files() == ["a.md": "3"])
  }

  @Test("an error of the transform changes nothing")
  func transformThrows() throws {
    struct Refusal: Error {}
    try vault.write("a.md", "old")
    #expect(throws: Refusal.self) {
      try vault.writer.replace(path("a.md")) { _ in throw Refusal() }
    }
    #expect(vault.files() == ["a.md": "old"])
  }

  @Test("a missing file is an error that names it")
  func missing() throws {
    let error = #expect(throws: StoreError.self) {
      try vault.writer.replace(path("a.md")) { $0.bytes }
    }
    #expect(error?.path == "a.md")
    #expect(error?.description == "no such file or directory")
  }
}

@Suite("Writes beside an editor")
struct ConcurrentEditorTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  enum Save: CaseIterable {
    /// Truncates the file and writes it again.
    case inPlace
    /// Writes another file and renames it over.
    case byRename

    func perform(_ text: String, in vault: TemporaryVault) throws {
      switch self {
      case .inPlace:
        let file = try #require(FileHandle.openForWriting(vault.absolute("a.md")))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
      case .byRename:
        try vault.write("editor~", text)
        #expect(rename(vault.absolute("editor~"), vault.absolute("a.md")) == 0)
      }
    }
  }

  @Test(
    "a save between reading and writing is kept, and the change is made again on top of it",
    arguments: Save.allCases, [true, false])
  func saveBetween(_ save: Save, canExchange: Bool) throws {
    try vault.write("a.md", "old")
    var saves = 0
    var writer = AtomicFileWriter(vault.folder) { step in
      if step == .temporarySynced, saves == 0 {
        saves += 1
        #expect(throws: Never.self) { try save.perform("edited", in: vault) }
      }
    }
    writer.canExchange = canExchange
    var seen: [String] = []
    try writer.replace(path("a.md")) {
      seen.append(String(decoding: $0.bytes, as: UTF8.self))
      return $0.bytes + bytes("+tag")
    }
    // Once more while a program that another test starts has the file open.
    #expect(seen.first == "old" && Set(seen.dropFirst()) == ["edited"])
    #expect(vault.files() == ["a.md": "edited+tag"])
  }

  @Test("a second save, over tl's own version, wins as well", arguments: Save.allCases)
  func saveTwice(_ save: Save) throws {
    try vault.write("a.md", "old")
    var saves = 0
    let writer = AtomicFileWriter(vault.folder) { step in
      if saves == 0 && step == .temporarySynced || saves == 1 && step == .published {
        saves += 1
        #expect(throws: Never.self) { try save.perform("edited \(saves)", in: vault) }
      }
    }
    try writer.replace(path("a.md")) { $0.bytes + bytes("+tag") }
    #expect(saves == 2)
    #expect(vault.files() == ["a.md": "edited 2+tag"])
  }

  @Test("after five tries the last save stands and the error says so", arguments: Save.allCases)
  func neverResting(_ save: Save) throws {
    try vault.write("a.md", "old")
    var saves = 0
    let writer = AtomicFileWriter(vault.folder) { step in
      if step == .temporarySynced {
        saves += 1
        #expect(throws: Never.self) { try save.perform("edited \(saves)", in: vault) }
      }
    }
    let error = #expect(throws: StoreError.self) {
      try writer.replace(path("a.md")) { $0.bytes + bytes("+tag") }
    }
    #expect(error?.reason == .keepsChanging(tries: 5))
    #expect(
      error?.description
        == "was changed by another program 5 times while it was being written")
    #expect(vault.files() == ["a.md": "edited 5"])
  }

  @Test("a link or a folder put in the file's place is not replaced")
  func otherKind() throws {
    try vault.write("a.md", "old")
    let writer = AtomicFileWriter(vault.folder) { step in
      if step == .temporarySynced {
        try? FileManager.default.removeItem(atPath: vault.absolute("a.md"))
        try? vault.link("a.md", to: "elsewhere")
      }
    }
    #expect(throws: StoreError("a.md", .link)) {
      try writer.replace(path("a.md")) { _ in bytes("new") }
    }
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: vault.absolute("a.md"))
    #expect(target == "elsewhere")
    #expect(vault.files().count == 1)
  }

  @Test("a file that is removed meanwhile stays removed")
  func removed() throws {
    try vault.write("a.md", "old")
    let writer = AtomicFileWriter(vault.folder) { step in
      if step == .temporarySynced {
        try? FileManager.default.removeItem(atPath: vault.absolute("a.md"))
      }
    }
    let error = #expect(throws: StoreError.self) {
      try writer.replace(path("a.md")) { _ in bytes("new") }
    }
    #expect(error?.system?.isMissing == true)
    #expect(vault.files() == [:])
  }
}
