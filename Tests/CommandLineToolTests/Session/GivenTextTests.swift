import TestSupport
import Testing

/// Every command that takes a text.
@Suite("Text that a command is given")
struct GivenTextTests {
  private static let commands = [
    ["add"], ["daily"], ["daily", "yesterday"], ["did", "tea"], ["prompt", "--new"],
    ["milestone", "add", "first-steps"],
  ]

  private static func prepared() throws -> EditingVault {
    var vault = try EditingVault()
    try vault.runner.tl("person", "add", "Ana")
    try vault.runner.tl("use", "ana")
    try vault.runner.tl("tracker", "new", "tea")
    return vault
  }

  /// The texts of all files of the vault that hold `words`, drafts too.
  private static func holders(_ words: String, _ vault: inout EditingVault) throws -> [Substring] {
    try vault.runner.shell("grep -rlF --include='*.md' '\(words)' .").stdoutText
      .split(separator: "\n")
  }

  @Test("is taken from a pipe", arguments: commands)
  func piped(command: [String]) throws {
    var vault = try Self.prepared()
    let output = try vault.runner.tl(command, stdin: "words from a pipe\n").expect(0)
    #expect(try Self.holders("words from a pipe", &vault).count == 1)
    // In a loop over the lines of a pipe the first of these takes them all.
    #expect(output.stderrText.contains("standard input") == (command == ["did", "tea"]))
  }

  @Test("goes on with what comes through a pipe, and says so", arguments: commands)
  func both(command: [String]) throws {
    var vault = try Self.prepared()
    // A day alone is no text; with a text behind it, it has a colon.
    let command = command.last == "yesterday" ? ["daily", "yesterday:"] : command
    let output = try vault.runner.tl(command + ["typed", "words"], stdin: "one\ntwo\n").expect(0)
    let holders = try Self.holders("typed words", &vault)
    #expect(holders.count == 1)
    #expect(try Self.holders("two", &vault) == holders)
    #expect(output.stderrText.contains("the text goes on with 2 lines from standard input"))
  }

  @Test("is kept as a draft in a vault that is in use", arguments: commands)
  func locked(command: [String]) throws {
    var vault = try Self.prepared()
    let lock = try HeldLock(vault.folder)
    vault.runner.environment["TL_LOCK_WAIT"] = "0"
    var again: [Substring] = []
    let typed = command.last == "yesterday" ? ["daily", "yesterday:"] : command
    for (arguments, stdin) in [(typed + ["some", "words"], ""), (command, "some words\n")] {
      let output = try vault.runner.tl(arguments, stdin: stdin).expect(6)
      let hint =
        output.stderrText.split(separator: "\n").last { $0.contains("the text is in") } ?? ""
      again += hint.firstMatch(of: /; (tl .*) (tries|opens)/).map { [$0.1] } ?? []
    }
    #expect(try Self.holders("some words", &vault).count == 2 && again.count == 2)
    lock.release()
    for command in again where !command.hasPrefix("tl drafts") {
      #expect(try vault.runner.shell(String(command)).status == 0)
    }
    let isNote = ["daily", "did"].contains(command[0])
    let notes = try Self.holders("some words", &vault).filter { !$0.contains(".tl/") }
    #expect(notes.isEmpty != isNote)
  }

  @Test("is written once when the output cannot be printed", arguments: commands)
  func closedOutput(command: [String]) throws {
    var vault = try Self.prepared()
    let words = command.map { "'\($0)'" }.joined(separator: " ")
    _ = try vault.runner.shell("printf 'words from a pipe\\n' | tl \(words) > /dev/full")
    #expect(try Self.holders("words from a pipe", &vault).count == 1)
  }

  @Test("several first notes of a day, and first events of a tracker, make one file each")
  func atOnce() throws {
    var vault = try Self.prepared()
    try vault.runner.shell(
      """
      for i in 1 2 3 4 5 6 7 8; do
        tl daily "line $i" < /dev/null &
        tl did --new coffee "cup $i" < /dev/null &
        tl tracker new milk < /dev/null &
      done
      wait
      """)
    let notes = try vault.runner.shell("grep -rl 'line [1-8]' 2026 | sort; ls trackers")
    #expect(notes.stdoutText == "2026/11/2026-11-20.md\ncoffee.md\nmilk.md\ntea.md\n")
    for word in ["line", "cup"] {
      let count = try vault.runner.shell(
        "grep -rhc '\(word) [1-8]' 2026 trackers | sort -n | tail -n 1")
      #expect(count.stdoutText == "8\n")
    }
  }
}
