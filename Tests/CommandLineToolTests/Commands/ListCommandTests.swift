import Foundation
import TestSupport
import Testing

@Suite("tl list and tl search where reading is hard")
struct ListCommandTests {
  @Test("a note that cannot be read is told of, the others are listed, and the status says so")
  func unreadable() throws {
    var runner = try CommandRunner()
    try runner.folder.write(
      "---\nid: aaaaaaaa\ncreated: 2026-01-01\n---\n# One\n", to: "vault/one.md")
    try runner.folder.write("", to: "vault/huge.md")
    truncate(runner.folder.path("vault/huge.md"), 1 << 40)
    let message = "tl: error: huge.md: the file cannot be read: file too large\n"
    for arguments in [
      ["list"], ["search", "one"], ["list", "-n", "1"], ["ls", "--kind", "text"],
    ] {
      let output = try runner.tl(["--vault", "."] + arguments)
      #expect(output.status == 2, "\(arguments)")
      #expect(output.stdoutText == "All\n2026-01-01  aaaaaaaa    One\n", "\(arguments)")
      #expect(output.stderrText == message, "\(arguments)")
    }
    for arguments in [
      ["list", "--json"], ["list", "--jsonl"], ["list", "-0"], ["list", "--format", "{{title}}"],
    ] {
      let output = try runner.tl(["--vault", "."] + arguments)
      #expect(output.status == 2 && output.stderrText == message, "\(arguments)")
      #expect(output.stdoutText.contains("ne"), "\(arguments)")
    }
    let nothing = try runner.tl("--vault", ".", "search", "xyzzy").expect(2, errStarts: message)
    #expect(nothing.stdout.isEmpty)
  }

  @Test(
    "a filter without content is wrong usage, not a filter that does nothing",
    arguments: [["--any-tag", ","], ["--any-tag", ""], ["--tag", ""], ["--not", ""]])
  func emptyFilters(_ filter: [String]) throws {
    var runner = try CommandRunner()
    try runner.folder.write("# One\n", to: "vault/one.md")
    let output = try runner.tl(["--vault", ".", "list"] + filter)
    #expect(output.status == 64 && output.stdout.isEmpty)
  }

  #if os(Linux)
    @Test(
      "output that a full disk does not take is an error, whatever the command ends with else",
      arguments: ["list", "list --json", "list --on 2020 --json", "doctor", "tags", "show one.md"])
    func fullDisk(_ command: String) throws {
      var runner = try CommandRunner()
      try runner.folder.write("---\ntags: a\n---\n[x](nowhere.md)\n", to: "vault/one.md")
      let output = try runner.shell("tl --vault . -q \(command) >/dev/full")
      #expect(
        output.stderrText == """
          tl: error: standard output: no space left on device
          hint: the output is incomplete

          """)
      #expect(output.status == 2)
    }
  #endif

  @Test("without standard streams nothing is printed, and no file takes their place")
  func closedStreams() throws {
    var runner = try CommandRunner.withVault()
    let text = "---\nid: aaaaaaaa\ncreated: 2026-01-01\n---\n# One\n"
    try runner.folder.write(text, to: "vault/one.md")
    for (command, status) in [
      ("tl list <&- >&- 2>&-", 0), ("tl pin one.md nowhere.md <&- >&- 2>&-", 2),
    ] {
      let output = try runner.shell(command)
      #expect(output.status == Int32(status) && output.stdout.isEmpty && output.stderr.isEmpty)
    }
    #expect(
      try runner.folder.readText("vault/one.md")
        == text.replacingOccurrences(of: "\n---\n#", with: "\npinned: true\n---\n#"))
    let lock = try runner.folder.readText("vault/.tl/local/write.lock")
    #expect(lock.allSatisfy { $0.isNumber || $0 == "\n" })
  }

  @Test("a page behind the last note says how many there are")
  func behindTheEnd() throws {
    var runner = try CommandRunner()
    try runner.folder.write("# One\n", to: "vault/one.md")
    let output = try runner.tl("--vault", ".", "list", "--offset", "5")
    #expect(output.status == 0 && output.stdout.isEmpty)
    #expect(output.stderrText == "0 of 1 note\n")
  }

  @Test("a .tlignore that cannot be read is told of")
  func unreadableIgnoreFile() throws {
    var runner = try CommandRunner()
    try runner.folder.write("# One\n", to: "vault/one.md")
    symlink("rules", runner.folder.path("vault/.tlignore"))
    try runner.tl("--vault", ".", "list", "--format", "{{title}}").expect(
      2, out: "One\n",
      err:
        "tl: error: .tlignore: the file cannot be read, so nothing is ignored here: it is a symbolic link\n"
    )
  }

  @Test("many folders are read with few open files")
  func fewOpenFiles() throws {
    var runner = try CommandRunner()
    for number in 0..<600 {
      try runner.folder.write(
        "# \(number)\n", to: "vault/\(number % 200)/\(number % 3)/deep/er/\(number).md")
    }
    let output = try runner.shell("ulimit -n 64; tl --vault . list --format '{{title}}'")
    #expect(output.status == 0 && output.stderr.isEmpty)
    let titles = output.stdoutText.split(separator: "\n").compactMap { Int($0) }
    #expect(titles.sorted() == Array(0..<600))
  }

  @Test("deep folders need no more open files than others")
  func deepFolders() throws {
    var runner = try CommandRunner()
    var path = "vault"
    for number in 0..<150 {
      path += "/d"
      // A second folder on each level, so that none is done before those below it.
      try runner.folder.write("# \(number)\n", to: path + "/x/\(number).md")
    }
    try runner.folder.write("drop.md\n", to: "vault/d/d/.tlignore")
    try runner.folder.write("# drop\n", to: path + "/x/drop.md")
    let output = try runner.shell("ulimit -n 96; tl --vault . list --format '{{title}}'")
    #expect(output.status == 0 && output.stderr.isEmpty)
    let titles = output.stdoutText.split(separator: "\n").compactMap { Int($0) }
    #expect(titles.sorted() == Array(0..<150))
  }
}
