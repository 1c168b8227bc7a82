import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

@Suite("Attributes of paths")
struct AttributeTests {
  @Test("an attribute has the value that git gives it")
  func values() throws {
    let test = try TestRepository()
    try test.folder.write(
      "*.md text\n*.bin binary\n*.crlf eol=crlf\nsub/*.md !text\n", to: ".gitattributes")
    try test.folder.write("*.md -text\n", to: "deep/.gitattributes")
    let repository = try test.open()
    #expect(try repository.attributes(["text"], of: path("a.md")) == [.set])
    #expect(try repository.attributes(["text"], of: path("a.bin")) == [.unset])
    #expect(try repository.attributes(["text"], of: path("sub/a.md")) == [.unspecified])
    #expect(try repository.attributes(["text"], of: path("deep/a.md")) == [.unset])
    #expect(try repository.attributes(["eol"], of: path("a.crlf")) == [.value("crlf")])
  }

  @Test(
    "what git does to content is known from the attributes",
    arguments: [
      ("*.md filter=lfs", FilterNeed.driver("lfs")), ("*.md -filter", .none),
      ("*.md working-tree-encoding=UTF-16", .encoding("UTF-16")),
      ("*.md working-tree-encoding=utf-8", .none), ("*.md ident", .text), ("*.md text", .text),
      ("*.md text=auto", .text), ("*.md -text eol=crlf", .none), ("*.md eol=lf", .text),
      ("*.md crlf", .text), ("*.md crlf=input", .text), ("*.md -crlf", .none),
      ("*.md binary", .none), ("*.md merge=tl diff", .none), ("*.txt text", .none),
    ])
  func filters(line: String, need: FilterNeed) throws {
    let test = try TestRepository()
    try test.folder.write(line + "\n", to: ".gitattributes")
    #expect(try test.open().filterNeed(of: path("a.md")) == need)
  }

  @Test("settings about line ends count where no attribute speaks")
  func settings() throws {
    let (test, repository) = try TestRepository.opened()
    #expect(try repository.filterNeed(of: path("a.md")) == .none)
    for (value, need) in [("true", FilterNeed.text), ("input", .text), ("false", .none)] {
      try test.git("config", "core.autocrlf", value)
      #expect(try repository.filterNeed(of: path("a.md")) == need)
      #expect(try repository.mayFilter(index: .missing) == (need == .text))
    }
    try test.git("config", "core.autocrlf", "true")
    try test.folder.write("* -text\n", to: ".gitattributes")
    #expect(try repository.filterNeed(of: path("a.md")) == .none)
  }

  @Test("content goes both ways with the line ends that git gives it")
  func lineEnds() throws {
    let test = try TestRepository()
    try test.folder.write("*.md text eol=crlf\n*.c ident\n", to: ".gitattributes")
    let repository = try test.open()
    for (name, text) in [("a.md", "a\r\nb\r\n"), ("a.c", "$Id: 123 $\n")] {
      try test.folder.write(text, to: name)
      let blob = try repository.writeBlob(repository.cleaned(Array(text.utf8), at: path(name)))
      #expect(blob.hex == (try test.git("hash-object", name)))
    }
    let blob = try repository.writeBlob(Array("a\nb\n".utf8))
    #expect(try repository.worktreeContent(of: blob, at: path("a.md")) == Array("a\r\nb\r\n".utf8))
    #expect(try repository.worktreeContent(of: blob, at: path("a.txt")) == Array("a\nb\n".utf8))
  }

  @Test("without anything that could change content, no path has to be asked for")
  func shortcut() throws {
    let (test, repository) = try TestRepository.opened(["a.md": "1", "x.gitattributes": "1"])
    #expect(try !repository.mayFilter(index: repository.readIndex()))
    try test.folder.write("# tl\n*.md merge=tl\n*.markdown merge=tl\n", to: ".git/info/attributes")
    #expect(try !repository.mayFilter(index: repository.readIndex()))
    try test.folder.write("*.md merge=tl\n*.jpg filter=lfs\n", to: ".git/info/attributes")
    #expect(try repository.mayFilter(index: repository.readIndex()))
    try test.folder.write("*.md merge=tl\n", to: ".git/info/attributes")
    try test.commit(["sub/.gitattributes": ""])
    #expect(try repository.mayFilter(index: repository.readIndex()))
  }

  @Test("the user's own file of attributes counts")
  func userFile() throws {
    let test = try TestRepository()
    let file = try test.folder.write("*.jpg filter=lfs\n", to: ".git/user-attributes")
    let repository = try test.open()
    #expect(try !repository.mayFilter(index: .missing))
    try test.git("config", "core.attributesFile", file)
    #expect(try repository.mayFilter(index: .missing))
    #expect(try repository.filterNeed(of: path("a.jpg")) == .driver("lfs"))
  }
}
