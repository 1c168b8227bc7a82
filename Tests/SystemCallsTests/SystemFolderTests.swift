import TestSupport
import Testing

@testable import SystemCalls

@Suite("Folders of the system")
struct SystemFolderTests {
  @Test("content is read whole, and what is missing is told from what cannot be read")
  func content() throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], to: "sub/file")
    let system = SystemFolder(path: folder.path)
    #expect(try system.content(of: "sub/file")?.bytes == [1, 2, 3])
    #expect(try system.content(of: "none") == nil)
    #expect(throws: SystemError.self) { try system.content(of: "sub/file/below") }
    #expect(SystemFolder(path: folder.path + "/").path(of: "x") == system.path(of: "x"))
  }

  @Test("a file is made only where there is none")
  func creation() throws {
    let folder = try TemporaryFolder()
    let system = SystemFolder(path: folder.path)
    try system.create("lock", content: [1])
    let error = #expect(throws: SystemError.self) { try system.create("lock", content: [2]) }
    #expect(error?.isTaken == true)
    #expect(try folder.read("lock") == [1])
  }

  @Test("names are given, moved and taken away")
  func names() throws {
    let folder = try TemporaryFolder()
    let system = SystemFolder(path: folder.path)
    try system.create("a", content: [1])
    try system.addName("b", to: "a")
    try system.sync("b")
    #expect(throws: SystemError.self) { try system.addName("b", to: "a") }
    try system.move("a", to: "c")
    try system.remove("b")
    try system.remove("b")
    try folder.write("x", to: ".hidden")
    #expect(try system.names(in: ".") == ["c"])
    #expect(try system.names(in: "none") == [])
    #expect(SystemPath.isSame(folder.path("c"), folder.path + "/./c"))
    #expect(!SystemPath.isSame(folder.path("c"), folder.path("none")))
  }
}
