import TestSupport
import Testing

private let lastID = "5f0c0003"

/// A vault of three notes, the last of them the newest, with a title that holds control characters.
private func withVault(_ body: (inout CommandRunner) throws -> Void) throws {
  var runner = try CommandRunner.withVault()
  for (number, title) in ["Sofa", "日本", #""Evil\e[2J\tname""#].enumerated() {
    try runner.folder.write(
      "---\nid: 5f0c000\(number + 1)-aaaa\ncreated: 2026-11-0\(number + 1)\ntitle: \(title)\n---\nx\n",
      to: "vault/\(number + 1).md")
  }
  try body(&runner)
}

@Suite("Choosing a note")
struct NotePickerTests {
  @Test("without a terminal, or with --no-input, a missing NOTE is wrong usage")
  func nobodyToAsk() throws {
    try withVault { runner in
      let expected = """
        tl: error: which note? NOTE is missing
        hint: name it by @N of the last list, its path, its name or the beginning of its id

        """
      try runner.tl("show").expect(64, err: expected)
      let silent = try TerminalSession.run(runner, ["show", "--no-input"], typed: "1\n")
      #expect(silent.screen == "1\n" + expected && silent.status == 64)
    }
  }

  @Test(
    "a numbered list is shown without fzf, safe for the terminal, and the number's note is taken")
  func numbers() throws {
    try withVault { runner in
      let arguments = ["show", "--format", "path: {{path}}"]
      let session = try TerminalSession.run(runner, arguments, typed: "2\n").expect(0)
      #expect(
        session.screen == """
          2
          1  2026-11-03  5f0c0003    Evil␛[2J␉name
          2  2026-11-02  5f0c0002    日本
          3  2026-11-01  5f0c0001    Sofa
          which note? (a number) path: 2.md

          """)
    }
  }

  @Test("an answer that is not understood is asked for again; an id or a path is understood too")
  func again() throws {
    try withVault { runner in
      let arguments = ["show", "--format", "path: {{path}}"]
      let session = try TerminalSession.run(runner, arguments, typed: "9\n1 2\n5f0c0001\n")
      #expect(session.screen.contains("tl: error: no note has the path, the name or the id 9\n"))
      #expect(session.screen.contains("one note only\n"))
      #expect(session.screen.hasSuffix("path: 1.md\n") && session.status == 0)
    }
  }

  @Test("an empty answer and the end of input choose nothing", arguments: ["\n", "\u{04}"])
  func nothing(typed: String) throws {
    try withVault { runner in
      let session = try TerminalSession.run(runner, ["show"], typed: typed)
      #expect(session.screen.hasSuffix("nothing chosen\n") && session.status == 2)
      #expect(!session.screen.contains("error"))
    }
  }

  @Test("fzf gets safe lines with a hidden number, and its answer is taken")
  func fzf() throws {
    try withVault { runner in
      try fakeFzf(runner, "sed -n 3p '\(runner.folder.path("seen"))'")
      let session = try TerminalSession.run(
        runner, ["show", "--format", "path: {{path}}"], typed: "", path: ["fake"],
        environment: ["TOOLS": "/usr/bin:/bin"]
      ).expect(0)
      #expect(session.screen == "path: 1.md\n")
      #expect(
        try runner.folder.readText("seen") == """
          0\t2026-11-03  5f0c0003    Evil␛[2J␉name
          1\t2026-11-02  5f0c0002    日本
          2\t2026-11-01  5f0c0001    Sofa

          """)
      let arguments = try runner.folder.readText("arguments").split(separator: "\n")
      #expect(arguments.contains("--with-nth=2..") && arguments.contains("--no-multi"))
      #expect(arguments.contains("--preview="))
    }
  }

  @Test("fzf that is left chooses nothing; fzf that fails gives way to the numbered list")
  func fzfEnds() throws {
    try withVault { runner in
      try fakeFzf(runner, "exit 130")
      let left = try TerminalSession.run(
        runner, ["show"], typed: "", path: ["fake"], environment: ["TOOLS": "/usr/bin:/bin"])
      #expect(left.screen == "nothing chosen\n" && left.status == 2)
      try fakeFzf(runner, "exit 2")
      let failed = try TerminalSession.run(
        runner, ["show", "--format", "{{path}}"], typed: "1\n", path: ["fake"],
        environment: ["TOOLS": "/usr/bin:/bin"])
      #expect(failed.screen.hasSuffix("which note? (a number) 3.md\n") && failed.status == 0)
    }
  }

  /// A program of that name which keeps what it was given, and then does `ending`.
  private func fakeFzf(_ runner: CommandRunner, _ ending: String) throws {
    let folder = runner.folder
    try folder.writeProgram(
      """
      #!/bin/sh
      PATH=$TOOLS
      printf '%s\\n' "$@" >'\(folder.path("arguments"))'
      cat >'\(folder.path("seen"))'
      \(ending)

      """, to: "fake/fzf")
  }
}
