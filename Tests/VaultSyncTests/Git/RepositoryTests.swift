import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Repositories")
struct RepositoryTests {
  private func code(_ body: () throws -> Void) -> GitError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? GitError)?.code
    }
  }

  @Test("a repository opens at its root and nowhere below")
  func root() throws {
    let test = try TestRepository()
    try test.folder.makeFolder("sub")
    let repository = try test.open()
    #expect(repository.root == test.path + "/")
    #expect(repository.gitFolder == test.path + "/.git/")
    #expect(repository.commonFolder == repository.gitFolder)
    #expect(code { _ = try Repository(openingRoot: test.folder.path("sub")) } == .missing)
    #expect(try Repository.isRepository(at: test.path))
    #expect(try !Repository.isRepository(at: test.folder.path("sub")))
    #expect(try Repository.discover(above: test.folder.path("sub")) == test.path + "/")
  }

  @Test("outside of every repository nothing is found")
  func outside() throws {
    let folder = try TemporaryFolder()
    #expect(try Repository.discover(above: folder.path) == nil)
    #expect(code { _ = try Repository(openingRoot: folder.path) } == .missing)
  }

  @Test("a linked work tree has its own HEAD and shares the objects")
  func linkedWorktree() throws {
    let test = try TestRepository()
    let id = try test.commit(["a.md": "1"])
    let other = try TemporaryFolder()
    try test.git("worktree", "add", "-q", "-b", "side", other.path("tree"))
    let repository = try Repository(openingRoot: other.path("tree"))
    #expect(repository.gitFolder.hasPrefix(test.path + "/.git/worktrees/"))
    #expect(repository.commonFolder == test.path + "/.git/")
    #expect(try repository.head() == .branch(name: "refs/heads/side", id))
    #expect(try repository.readIndex().count == 1)
    #expect(try repository.looseObjects().count == 3)
  }

  @Test("a repository of another format is refused and found all the same")
  func unknownFormat() throws {
    let test = try TestRepository()
    try test.git("config", "core.repositoryFormatVersion", "1")
    try test.git("config", "extensions.unheardOf", "true")
    #expect(code { _ = try test.open() } == .unsupported)
    #expect(try Repository.isRepository(at: test.path))
    #expect(try Repository.discover(above: test.path) == test.path + "/")
  }

  @Test("settings by work tree and precious objects are no reason to refuse")
  func knownExtensions() throws {
    let test = try TestRepository()
    try test.git("config", "core.repositoryFormatVersion", "1")
    try test.git("config", "extensions.worktreeConfig", "true")
    try test.git("config", "extensions.preciousObjects", "true")
    #expect(try test.open().head() == .branch(name: "refs/heads/main", nil))
  }

  @Test("a new repository is one that git knows, with the branch that was asked for")
  func creation() throws {
    GitProgram.isolateLibrary()
    let folder = try TemporaryFolder()
    let path = folder.path("new/vault")
    let repository = try Repository.create(at: path, initialBranch: "trunk")
    #expect(try repository.head() == .branch(name: "refs/heads/trunk", nil))
    #expect(try GitProgram.text(["symbolic-ref", "HEAD"], in: path) == "refs/heads/trunk")
    #expect(try GitProgram.text(["status", "--porcelain"], in: path) == "")
    #expect(code { _ = try Repository.create(at: path, initialBranch: "main") } == .exists)
  }

  @Test("an error says what was tried and why not")
  func errors() throws {
    let test = try TestRepository()
    let repository = try test.open()
    let id = try #require(ObjectID(hex: String(repeating: "1", count: 40)))
    let error = #expect(throws: GitError.self) { try repository.commit(id) }
    #expect(error?.code == .missing)
    #expect(
      error?.description
        == "cannot read a commit: object not found - no match for id (\(id.hex))")
  }
}
