import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Git
@testable import VaultSync

@Suite("The list of contents that are kept out of commits")
struct ExcludedContentsTests {
  @Test("it can have far more files than a server refuses at once")
  func manyFiles() throws {
    let folder = try TemporaryFolder()
    let vault = try VaultFolder(opening: folder.path)
    var list = try ExcludedContents(vault)
    let hash = try #require(ObjectID(hex: String(repeating: "7", count: 40)))
    let name = String(repeating: "x", count: 900)
    let path = try #require(VaultPath("photos/of a long evening/\(name)"))
    list.lines = (0..<2_000).map { ExcludedContents.Line(hash: hash, size: $0, path: path) }
    try list.write(to: vault)
    #expect(try ExcludedContents(vault) == list)
  }
}
