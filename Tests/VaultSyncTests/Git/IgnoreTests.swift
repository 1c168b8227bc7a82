import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

@Suite("What git ignores")
struct IgnoreTests {
  @Test("paths are ignored as git ignores them")
  func againstGit() throws {
    let test = try TestRepository()
    try test.folder.write("*.tmp\n/only-root\nfolder/\n!keep.tmp\nb\u{fc}ro/\n", to: ".gitignore")
    try test.folder.write("!*.tmp\nx.md\n", to: "sub/.gitignore")
    try test.folder.write(".tl/local/\n", to: ".git/info/exclude")
    let names = [
      "a.tmp", "keep.tmp", "sub/a.tmp", "sub/x.md", "x.md", "only-root", "sub/only-root",
      "folder/a.md", "sub/folder/deep/b.md", "büro/a.md", ".tl/local/log", ".tl/config.yaml",
    ]
    for name in names { try test.folder.write("1", to: name) }
    let repository = try test.open()
    for name in names {
      let git = try GitProgram.attempt(["check-ignore", "-q", "--no-index", name], in: test.path)
      let path = try #require(VaultPath(name))
      #expect(try repository.isIgnored(path) == (git.status == 0), "\(name)")
    }
  }

  @Test("a rule for folders is for folders, whether they are there or not")
  func folders() throws {
    let test = try TestRepository()
    try test.folder.write("cache/\n", to: ".gitignore")
    let repository = try test.open()
    #expect(try !repository.isIgnored(#require(VaultPath("cache"))))
    #expect(try repository.isIgnored(#require(VaultPath("cache/a"))))
  }

  @Test("a changed rule counts at once")
  func change() throws {
    let (test, repository) = try TestRepository.opened()
    let path = try #require(VaultPath("a.log"))
    #expect(try !repository.isIgnored(path))
    try test.folder.write("*.log\n", to: ".gitignore")
    #expect(try repository.isIgnored(path))
  }

  @Test("a name that is not UTF-8 is no trouble")
  func bytes() throws {
    let test = try TestRepository()
    try test.folder.write([0xFF, UInt8(ascii: "*"), 0x0A], to: ".gitignore")
    let repository = try test.open()
    #expect(try repository.isIgnored(#require(VaultPath([0xFF, 0x61]))))
    #expect(try !repository.isIgnored(#require(VaultPath([0xFE, 0x61]))))
  }
}
