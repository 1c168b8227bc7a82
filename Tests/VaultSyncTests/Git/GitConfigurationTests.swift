import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Git's settings")
struct GitConfigurationTests {
  @Test("values are read as git reads them")
  func reading() throws {
    let test = try TestRepository()
    try test.folder.write("[core]\n\tautocrlf = input\n[a]\n\tnumber = 2k\n", to: ".git/more")
    for (name, value) in [
      ("include.path", "more"), ("user.name", "Ada"), ("a.yes", "on"), ("a.wrong", "perhaps"),
      ("remote.x.url", "one"), ("a.path", "/x/y"),
    ] {
      try test.git("config", name, value)
    }
    try test.git("config", "--add", "remote.x.url", "two")
    let settings = try test.open().configuration()
    #expect(try settings.string("user.name") == "Ada")
    #expect(try settings.string("USER.Name") == "Ada")
    #expect(try settings.string("core.autocrlf") == "input")
    #expect(try settings.string("no.such") == nil)
    #expect(try settings.bool("a.yes") == true)
    #expect(try settings.bool("no.such") == nil)
    #expect(throws: GitError.self) { try settings.bool("a.wrong") }
    #expect(try settings.integer("a.number") == 2048)
    #expect(try settings.path("a.path") == "/x/y")
    #expect(try settings.entries(of: "remote", key: "url").map(\.value) == ["one", "two"])
  }

  @Test("entries of a section have their subsections as they were written")
  func sections() throws {
    let test = try TestRepository()
    for name in ["credential.helper", "credential.https://A.b/C.Helper", "credentials.helper"] {
      try test.git("config", name, name)
    }
    let entries = try test.open().configuration().entries(of: "credential", key: "helper")
    #expect(entries.map(\.subsection) == [nil, "https://A.b/C"])
    #expect(entries.map(\.value) == ["credential.helper", "credential.https://A.b/C.Helper"])
    #expect(try test.open().configuration().entries(of: "credential").count == 2)
  }

  @Test("what is written and removed is in the repository's own file, and seen at once")
  func writing() throws {
    let test = try TestRepository()
    let settings = try test.open().configuration()
    try settings.set("branch.main.remote", to: "a \"b\" # c")
    #expect(try test.git("config", "--local", "branch.main.remote") == "a \"b\" # c")
    #expect(try settings.string("branch.main.remote") == "a \"b\" # c")
    try settings.removeAll("branch.main.remote")
    try settings.removeAll("branch.main.remote")
    #expect(try settings.string("branch.main.remote") == nil)
    try test.git("config", "user.email", "a@b")
    #expect(try settings.string("user.email") == "a@b")
  }

  @Test("a file that is no list of settings is an error")
  func damaged() throws {
    let (test, repository) = try TestRepository.opened()
    try test.folder.write("[core\n", to: ".git/config")
    #expect(throws: GitError.self) {
      _ = try repository.configuration().string("user.name")
    }
  }
}
