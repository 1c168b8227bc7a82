import SystemCalls
import Testing
import VaultFormat
import VaultStore
import VaultSync
import Words

@testable import CommandLineTool
@testable import Git
@testable import VaultIndex

@Suite("Errors in words")
struct ProblemMappingTests {
  private static let finding = Finding(
    .error, .brokenFrontMatter, message: "broken YAML: oh", line: 3, column: 2)

  /// An error, and what is said of it.
  private struct Example {
    var error: any Error
    var message: String
    var hints: [String]
    var status: Int32

    init(_ error: any Error, _ message: String, _ hints: [String], _ status: Int32) {
      (self.error, self.message, self.hints, self.status) = (error, message, hints, status)
    }
  }

  private static let table: [Example] = [
    Example(Problem("as it is", hint: "do", kind: .unreachable), "as it is", ["do"], 5),
    Example(
      StoreError("a/b.md", .taken), "a/b.md: exists already",
      ["choose another name; nothing was changed"], 2),
    Example(
      StoreError("l", .link), "l: is a symbolic link, and links inside a vault are not followed",
      ["tl does not follow links; put a copy there instead of the link"], 2
    ),
    Example(
      StoreError("p.md", .wrongKind(.fifo, wanted: .file)), "p.md: is a FIFO, not a file", [], 2),
    Example(StoreError("p.md", .tooLarge(limit: 1 << 29)), "p.md: has more than 512 MiB", [], 2),
    Example(StoreError("b.txt", .invalidName), "b.txt: is not a valid name", [], 2),
    Example(
      StoreError("a.md", .keepsChanging(tries: 5)),
      "a.md: was changed by another program 5 times while it was being written",
      ["nothing was changed; close the other program, then try again"], 6
    ),
    Example(
      StoreError("a.md", .isOpenElsewhere),
      "a.md: is open in another program, which may be writing to it",
      ["nothing was changed; close the other program, then try again"], 6
    ),
    Example(
      StoreError(".tl/local/write.lock", .locked(.write, holder: 7)),
      "the vault is in use: the write lock is held by process 7", ["try again in a moment"], 6
    ),
    Example(
      StoreError(".tl/local/sync.lock", .locked(.sync, holder: nil)),
      "another sync of this vault is running",
      ["wait until it has ended, then run tl sync again"], 6
    ),
    Example(
      StoreError("a.md", .system(SystemError(2, .open))), "a.md: no such file or directory", [], 2),
    Example(
      StoreError("a.md", .system(SystemError(28, .write))), "a.md: no space left on device",
      ["nothing was changed; free some space and try again"], 2
    ),
    Example(
      SystemError(28, .write), "no space left on device", ["free some space and try again"], 2
    ),
    Example(
      StoreError("a.md", .system(SystemError(30, .write))), "a.md: read-only file system",
      ["nothing was changed; make the disk writable and try again"], 2
    ),
    Example(
      StoreError("a.md", .unrecorded(SystemError(30, .write))),
      "a.md: stays as it is, since what tl undo needs to take the change back cannot be kept: "
        + "read-only file system",
      ["nothing was changed; make the disk writable and try again"], 2
    ),
    Example(SystemError(28, .watch), "no space left on device", [], 2),
    Example(
      StoreError("a.md", .system(SystemError(13, .open))), "a.md: permission denied",
      ["nothing was changed; check who owns the file and its folder (ls -ld)"], 2
    ),
    Example(
      Vault.WriteRefusal.notInitialized(path: "/v"),
      "/v is a folder of notes and not a vault: tl reads it and does not write to it",
      ["tl init /v makes it a vault; none of your files is rewritten"], 2
    ),
    Example(
      Vault.WriteRefusal.newerFormat(7), "this vault has format 7; this tl writes format 1",
      ["install a newer tl to write to it; reading works"], 2
    ),
    Example(
      Vault.WriteRefusal.unreadableConfiguration(finding), ".tl/config.yaml:3: broken YAML: oh",
      ["correct that file; until then tl reads the vault and does not write to it"], 2
    ),
    Example(EditError.brokenFrontMatter(finding), "broken YAML: oh", [], 2),
    Example(
      QueryParser.Failure.value(prefix: "kind", value: "film", allowed: "text, photo"),
      "unknown kind 'film'",
      ["one of text, photo"], 64
    ),
    Example(
      QueryParser.Failure.emptyValue(prefix: "tag"), "tag: needs a value",
      ["write it as tag:VALUE"], 64
    ),
    Example(
      QueryParser.Failure.tooMany(limit: 64), "a query has at most 64 words and values",
      ["leave some of them out"], 64
    ),
    Example(
      SyncError.git(
        GitError(
          .other, operation: "write a file's content",
          message: "failed to write out file: No space left on device")),
      "the disk is full: cannot write a file's content: failed to write out file: No space left on device",
      ["free some space, then run tl sync; nothing was lost"], 2
    ),
    Example(
      SyncError.git(
        GitError(
          .tooManyRules, operation: "read git's attributes",
          message: ".gitattributes has more than 16 MiB")),
      "cannot read git's attributes: .gitattributes has more than 16 MiB",
      ["shorten that file, or have its author do so, then run tl sync; nothing was lost"], 2
    ),
    Example(
      SyncError.git(GitError(.other, operation: "read a tree", message: "it is broken")),
      "git: cannot read a tree: it is broken", [], 2
    ),
    Example(
      PatternError(pattern: "(", reason: "expected )"),
      "the regular expression cannot be read: expected )",
      ["to find the text literally, use tl search without --regex"], 64
    ),
  ]

  @Test("a table of errors")
  func words() {
    for example in Self.table {
      let words = Problem(example.error)
      #expect(words.message == example.message)
      #expect(words.hints == example.hints, "\(example.message)")
      #expect(words.status.rawValue == example.status, "\(example.message)")
    }
  }

  @Test("after other changes an error's own hint is another one, and those of callers stay")
  func afterChanges() {
    var full = Problem(StoreError("a.md", .system(SystemError(28, .write))))
    full.hints.append("the text could not be kept anywhere; it is: A walk")
    #expect(
      full.afterChanges(then: "repeat it").hints == [
        "make room, such as by tl trash empty, then repeat it",
        "the text could not be kept anywhere; it is: A walk",
      ])
    full.hints = ["its links stay"]
    #expect(full.afterChanges(then: "repeat it").hints == ["its links stay"])
  }

  @Test("the limit of one file's size ends no change of several")
  func endsWriting() {
    func ends(_ code: Int32) -> [Bool] {
      let system = SystemError(code, .write)
      let reasons: [StoreError.Reason] = [.system(system), .unrecorded(system)]
      return reasons.map { Problem(StoreError("a", $0)).endsWriting }
    }
    #expect(ends(28) == [true, true] && ends(30) == [true, true])
    #expect(ends(27) == [false, false] && ends(13) == [false, false])
  }

  @Test(
    "a date that cannot be read is wrong usage, with a hint",
    arguments: ["someday", "", "2026-02-30"])
  func dates(_ text: String) {
    let parser = QueryParser(now: 0, zone: .utc)
    let failure = #expect(throws: QueryParser.Failure.self) { try parser.date(text) }
    guard let failure else { return }
    let words = Problem(failure)
    #expect(words.status == .wrongUsage && words.hints.count == 1)
    #expect(
      !words.message.isEmpty && words.message.last != "."
        && words.message.first?.isUppercase == false)
  }

  @Test("an edit that is refused names the file and the line")
  func edits() throws {
    let path = try #require(VaultPath("a/b.md"))
    let broken = Problem(EditError.brokenFrontMatter(Self.finding), at: path)
    #expect(broken.message == "a/b.md:3: broken YAML: oh")
    #expect(
      broken.hints == ["tl edit a/b.md opens the note; nothing was written"]
        && broken.status == .failure)
    let foreign = Problem(EditError.foreignFrontMatter(.toml, line: 1), at: path)
    #expect(foreign.message == "a/b.md:1: the front matter is TOML, which tl does not edit")
    #expect(foreign.hints.count == 2 && foreign.status == .failure)
    let yaml = Problem(EditError.invalidYAML(key: "k", message: "no"), at: path)
    #expect(yaml.message == "the value given for k is not YAML: no" && yaml.status == .wrongUsage)
    #expect(Problem(StoreError("x", .taken), at: path).message == "x: exists already")
  }
}
