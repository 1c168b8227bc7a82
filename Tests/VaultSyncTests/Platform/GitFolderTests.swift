import TestSupport
import Testing
import VaultStore

@testable import VaultSync

@Suite("Files of git's")
struct GitFolderTests {
  @Test("content is read whole, and what is missing is told from what cannot be read")
  func content() throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], to: "sub/file")
    let git = GitFolder(path: folder.path)
    #expect(try git.content(of: "sub/file")?.bytes == [1, 2, 3])
    #expect(try git.content(of: "none") == nil)
    #expect(throws: SystemError.self) { try git.content(of: "sub/file/below") }
    #expect(GitFolder(path: folder.path + "/").path(of: "x") == git.path(of: "x"))
  }

  @Test("a file is made only where there is none")
  func creation() throws {
    let folder = try TemporaryFolder()
    let git = GitFolder(path: folder.path)
    try git.create("lock", content: [1])
    let error = #expect(throws: SystemError.self) { try git.create("lock", content: [2]) }
    #expect(error?.isTaken == true)
    #expect(try folder.read("lock") == [1])
  }

  @Test("names are given, moved and taken away")
  func names() throws {
    let folder = try TemporaryFolder()
    let git = GitFolder(path: folder.path)
    try git.create("a", content: [1])
    try git.addName("b", to: "a")
    try git.sync("b")
    #expect(throws: SystemError.self) { try git.addName("b", to: "a") }
    try git.move("a", to: "c")
    try git.remove("b")
    try git.remove("b")
    try folder.write("x", to: ".hidden")
    #expect(try git.names(in: ".") == ["c"])
    #expect(try git.names(in: "none") == [])
    #expect(GitFolder.isSame(folder.path("c"), folder.path + "/./c"))
    #expect(!GitFolder.isSame(folder.path("c"), folder.path("none")))
  }
}
