import NotesyncServer
import TestSupport
import Testing
import WebServer

#if os(Linux)
  /// `tl notesync serve` as a program.
  @Suite("The program of the server")
  struct ServeCommandTests {
    @Test("it may have as many files open as the system lets it")
    func openFiles() throws {
      let folder = try TemporaryFolder()
      let program = try #require(builtProgram("tl-net"))
      let script = """
        ulimit -S -n 64
        "$0" init vault && echo word | "$0" --vault vault notesync user add ada || exit 1
        "$0" --vault vault notesync serve --listen 127.0.0.1:0 >log 2>&1 &
        until grep -q "http://" log; do kill -0 $! || exit 1; sleep 0.05; done
        awk '/open files/ { print $4, $5 }' /proc/$!/limits
        kill $!
        wait $!
        """
      let output = try runProgram(
        "/bin/sh", ["-c", script, program], in: folder.path,
        environment: ["HOME": folder.path("home"), "PATH": "/usr/bin:/bin", "TZ": "UTC"])
      let last = try #require(output.stdoutText.split(separator: "\n").last)
      let (soft, hard) = (last.split(separator: " ").first, last.split(separator: " ").last)
      #expect(soft != "64" && soft == hard, "\(output.stderrText)")
      #expect(output.status == 0, "\(output.stderrText)")
    }
  }
#endif

/// `tl notesync user` as a program.
@Suite("Accounts from the command line")
struct UserCommandTests {
  @Test("an account is added, gets another password, and is removed", arguments: [false, true])
  func accounts(hasFile: Bool) throws {
    let folder = try TemporaryFolder()
    let program = try #require(builtProgram("tl-net"))
    let file = hasFile ? ["--accounts", folder.path("accounts.json")] : []
    func run(_ arguments: [String], stdin: String = "") throws -> CommandOutput {
      try runProgram(
        program, arguments, in: folder.path, stdin: Array(stdin.utf8),
        environment: ["HOME": folder.path("home"), "PATH": "/usr/bin:/bin", "TZ": "UTC"])
    }
    func user(_ words: [String], stdin: String = "") throws -> CommandOutput {
      try run(["--vault", folder.path("vault"), "notesync", "user"] + words + file, stdin: stdin)
    }
    #expect(try run(["init", folder.path("vault")]).status == 0)
    try user(["add", "ada"], stdin: "one\n").expect(errHas: "ada can sign in")
    #expect(try user(["add", "bob"], stdin: "one\n").status == 0)
    let path = try #require(folder.contents().first { $0.hasSuffix("accounts.json") })
    let accounts = AccountsFile(folder.path(path))
    #expect(try accounts.accounts().map(\.name) == ["ada", "bob"])
    try user(["add", "ada"], stdin: "two\n").expect(errHas: "the password of ada is changed")
    #expect(try accounts.accounts().map(\.name) == ["ada", "bob"])
    try user(["remove", "ada"]).expect(0, errHas: "ada cannot sign in")
    #expect(try accounts.accounts().map(\.name) == ["bob"])
    let again = try user(["remove", "ada"]).expect(errHas: "there is no account named ada")
    #expect(again.status != 0)
  }
}

/// `tl serve user` as a program.
@Suite("Accounts of the page, from the command line")
struct ServeUserCommandTests {
  @Test("they are those of tl notesync user")
  func accounts() throws {
    let folder = try TemporaryFolder()
    let program = try #require(builtProgram("tl-net"))
    func run(_ words: [String], stdin: String = "") throws -> CommandOutput {
      try runProgram(
        program, ["--vault", folder.path("vault")] + words, in: folder.path,
        stdin: Array(stdin.utf8),
        environment: ["HOME": folder.path("home"), "PATH": "/usr/bin:/bin", "TZ": "UTC"])
    }
    func user(_ words: String..., stdin: String = "") throws -> CommandOutput {
      try run(["serve", "user"] + words, stdin: stdin)
    }
    #expect(try run(["init", folder.path("vault")]).status == 0)
    #expect(try user("list").stderrText.contains("there are no accounts"))
    #expect(try user("add", "ada", stdin: "one\n").stderrText.contains("ada can sign in"))
    let again = try user("add", "ada", stdin: "two\n")
    #expect(again.status != 0)
    #expect(again.stderrText.contains("tl serve user password ada"))
    #expect(try run(["notesync", "user", "add", "bob"], stdin: "one\n").status == 0)
    #expect(try user("list").stdoutText == "ada\nbob\n")
    #expect(try user("list", "--json").stdoutText.contains("\"vault\": null"))
    let path = try #require(folder.contents().first { $0.hasSuffix("accounts.json") })
    let file = AccountsFile(folder.path(path))
    let before = try file.accounts()
    #expect(try user("password", "ada", stdin: "two\n").status == 0)
    let after = try file.accounts()
    #expect(after[0].id == before[0].id)
    #expect(after[0].password != before[0].password)
    for words in [["password", "eve"], ["remove", "eve"]] {
      let unknown = try run(["serve", "user"] + words, stdin: "x\n")
      #expect(unknown.status != 0)
      #expect(unknown.stderrText.contains("there is no account named eve"))
    }
    #expect(try user("remove", "ada").stderrText.contains("ada cannot sign in"))
    #expect(try user("list").stdoutText == "bob\n")
  }
}
