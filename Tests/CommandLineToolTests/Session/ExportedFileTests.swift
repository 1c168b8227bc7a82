import SystemCalls
import TestSupport
import Testing
import Words

@testable import CommandLineTool

@Suite("Files for other programs")
struct ExportedFileTests {
  private static let calendar = "BEGIN:VCALENDAR"

  private func folder() throws -> TemporaryFolder { try TemporaryFolder(inMemory: true) }

  private func publish(_ file: ExportedFile, _ text: String) throws {
    var temporary = try file.temporary(permissions: 0o666)
    try temporary.file.writeAll(Array(text.utf8))
    try file.publish(&temporary)
  }

  @Test("a file that is there stays, unless it is to be replaced, and no other is left")
  func present() throws {
    let folder = try folder()
    let path = folder.path("year.epub")
    try publish(ExportedFile(path, replaces: false), "new")
    #expect(throws: Problem.self) { try ExportedFile(path, replaces: false) }
    try folder.write("PK, somebody's own", to: "year.epub")
    #expect(throws: Problem.self) { try ExportedFile(path, replaces: false) }
    #expect(try folder.readText("year.epub") == "PK, somebody's own")
    try publish(ExportedFile(path, replaces: true), "newer")
    #expect(try folder.readText("year.epub") == "newer")
    #expect(try folder.names(in: ".") == ["year.epub"])
  }

  @Test("what replaces a file is named only by commands that have it")
  func hints() throws {
    let folder = try folder()
    try folder.write("theirs", to: "a.ics")
    for replaces in [false, nil] {
      let problem = #expect(throws: Problem.self) {
        try ExportedFile(folder.path("a.ics"), replaces: replaces, beginning: Self.calendar)
      }
      let isNamed = problem?.hints.contains { $0.contains("--force") }
      #expect(isNamed == (replaces == false))
    }
  }

  @Test("an empty file goes; one that another program has made meanwhile does not")
  func race() throws {
    let folder = try folder()
    try folder.write("", to: "empty")
    try publish(ExportedFile(folder.path("empty"), replaces: false), "new")
    #expect(try folder.readText("empty") == "new")
    let file = try ExportedFile(folder.path("late"), replaces: false)
    try folder.write("theirs", to: "late")
    #expect(throws: Problem.self) { try publish(file, "new") }
    #expect(try folder.readText("late") == "theirs")
    #expect(try folder.names(in: ".").sorted() == ["empty", "late"])
  }

  @Test("a calendar takes the place of a calendar, and of nothing else, however large")
  func again() throws {
    let folder = try folder()
    let new = Array("\(Self.calendar)\nnew".utf8)
    func write(_ name: String, replaces: Bool = false) throws {
      try ExportedFile(folder.path(name), replaces: replaces, beginning: Self.calendar).write(new)
    }
    try write("a.ics")
    try folder.write("\(Self.calendar)\nold, and longer than the new one", to: "a.ics")
    try write("a.ics")
    #expect(try folder.readText("a.ics") == "\(Self.calendar)\nnew")
    let film = [UInt8](repeating: 7, count: (1 << 24) + 1)
    for bytes in [film, Array("BEGIN".utf8)] {
      try folder.write(bytes, to: "b")
      #expect(throws: Problem.self) { try write("b") }
      #expect(try FileDescriptor.status(ofPath: folder.path("b")).size == bytes.count)
    }
    try write("b", replaces: true)
    #expect(try folder.readText("b") == "\(Self.calendar)\nnew")
  }

  @Test("a folder and a device are no files to be replaced", arguments: [false, true])
  func others(replaces: Bool) throws {
    let folder = try folder()
    #expect(throws: Problem.self) { try ExportedFile(folder.path("."), replaces: replaces) }
    for beginning in [nil, Self.calendar] {
      #expect(throws: Problem.self) {
        try ExportedFile("/dev/null", replaces: replaces, beginning: beginning)
      }
    }
  }
}
