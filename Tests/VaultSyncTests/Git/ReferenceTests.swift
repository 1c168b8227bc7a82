import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("References")
struct ReferenceTests {
  @Test("a reference leads to its commit, through tags and other references")
  func reading() throws {
    let test = try TestRepository()
    let id = try test.commit(["a.md": "1"])
    try test.git("tag", "-a", "-m", "tag", "v1")
    let repository = try test.open()
    #expect(try repository.reference("refs/heads/main") == id)
    #expect(try repository.reference("HEAD") == id)
    #expect(try repository.reference("refs/tags/v1") == id)
    #expect(try repository.reference("refs/heads/none") == nil)
    try test.git("pack-refs", "--all")
    #expect(try repository.reference("refs/heads/main") == id)
    #expect(
      try repository.references(matching: "refs/*").map(\.name)
        == ["refs/heads/main", "refs/tags/v1"])
  }

  @Test("a name that no reference can have is an error")
  func invalidName() throws {
    let test = try TestRepository()
    defer { withExtendedLifetime(test) {} }
    let repository = try test.open()
    let error = #expect(throws: GitError.self) { try repository.reference("refs/heads/a..b") }
    #expect(error?.code == .invalidName)
  }

  @Test("a reference moves only from where it is expected to be")
  func compareAndSwap() throws {
    let test = try TestRepository()
    let first = try test.commit(["a.md": "1"])
    let second = try test.commit(["a.md": "2"])
    let repository = try test.open()
    let name = "refs/heads/main"
    func moved(_ expecting: ObjectID?) -> Bool {
      do throws(GitError) {
        try repository.setReference(name, to: first, expecting: expecting, log: "sync")
        return true
      } catch {
        #expect(error.code == .modified)
        return false
      }
    }
    #expect(!moved(first))
    #expect(!moved(nil))
    #expect(try repository.reference(name) == second)
    #expect(moved(second))
    #expect(try test.id(name) == first)
    try test.git("update-ref", "-d", name)
    #expect(!moved(second))
    #expect(moved(nil))
    #expect(try test.id(name) == first)
  }

  @Test("a moved branch is in its log and in that of HEAD, as git writes them")
  func logs() throws {
    let test = try TestRepository()
    let first = try test.commit(["a.md": "1"])
    let second = try test.commit(["a.md": "2"])
    let repository = try test.open()
    try test.git("config", "user.name", "Ada")
    try test.git("config", "user.email", "ada@lan")
    try repository.setReference(
      "refs/heads/main", to: first, expecting: second, log: "tl sync: back")
    for name in ["HEAD", "refs/heads/main"] {
      #expect(
        try test.git("reflog", "show", "-1", "--format=%H %gs %gn %ge", name)
          == "\(first) tl sync: back Ada ada@lan")
    }
  }

  @Test("a branch on which HEAD is not leaves HEAD's log alone")
  func otherBranch() throws {
    let test = try TestRepository()
    let id = try test.commit(["a.md": "1"])
    try test.open().setReference("refs/heads/other", to: id, expecting: nil, log: "tl")
    #expect(try test.git("reflog", "show", "--format=%gs", "HEAD") == "commit (initial): change")
    #expect(try test.git("reflog", "show", "--format=%gs", "other") == "tl")
  }

  @Test("a reference is removed only from where it is expected to be")
  func removal() throws {
    let test = try TestRepository()
    let first = try test.commit(["a.md": "1"])
    let second = try test.commit(["a.md": "2"])
    try test.git("branch", "side")
    let repository = try test.open()
    let error = #expect(throws: GitError.self) {
      try repository.removeReference("refs/heads/side", expecting: first)
    }
    #expect(error?.code == .modified)
    try repository.removeReference("refs/heads/side", expecting: second)
    #expect(try test.git("branch", "--list", "side") == "")
  }

  @Test("a branch follows what the settings say")
  func upstream() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1"])
    #expect(try TrackedBranch(of: "refs/heads/main", in: repository) == nil)
    try test.git("remote", "add", "home", "file:///nowhere")
    try test.git("config", "branch.main.remote", "home")
    try test.git("config", "branch.main.merge", "refs/heads/trunk")
    let tracked = try #require(try TrackedBranch(of: "refs/heads/main", in: repository))
    #expect(tracked.remote == "home" && tracked.upstream == "refs/heads/trunk")
    #expect(
      try repository.trackingReference(of: "refs/heads/trunk", at: tracked.remote)
        == "refs/remotes/home/trunk")
  }
}
