import TestSupport
import Testing

@Suite("Choosing a place")
struct PlacePickerTests {
  private static func withVault(_ body: (inout CommandRunner) throws -> Void) throws {
    var runner = try CommandRunner.withVault()
    try runner.folder.write(
      "---\ncreated: 2026-11-02\nplace: Hof\nlocality: Bonn\n---\nx\n", to: "vault/1.md")
    try runner.folder.write(
      "---\ncreated: 2026-11-01\nplace: hof\nlocality: \"We\\e[2Jels\"\n---\nx\n",
      to: "vault/2.md")
    try body(&runner)
  }

  private static let arguments = ["add", "A walk", "--place", "hof"]

  @Test("on a terminal the places of a name are listed, asked for once, and taken")
  func numbers() throws {
    try Self.withVault { runner in
      let session = try TerminalSession.run(runner, Self.arguments, typed: "3\n2\n").expect(0)
      #expect(
        session.screen.contains(
          """
          1  Hof, Bonn
          2  hof, We␛[2Jels
          which hof? (a number) one of 1 to 2
          which hof? (a number)
          """), "\(session.screen)")
      let list = try runner.tl("list", "--format", "{{title}}: {{place}}, {{locality}}", "-n", "1")
      #expect(list.stdoutText == "A walk: hof, We\u{1B}[2Jels\n")
    }
  }

  @Test(
    "an empty answer and the end of input choose nothing, and write nothing", arguments: ["\n", ""])
  func nothing(typed: String) throws {
    try Self.withVault { runner in
      let session = try TerminalSession.run(runner, Self.arguments, typed: typed)
      #expect(session.screen.hasSuffix("nothing chosen\n") && session.status == 2)
      #expect(try runner.tl("list", "--format", "{{title}}").stdoutText == "1\n2\n")
    }
  }

  @Test("nobody is asked with --no-input, or for near:")
  func silent() throws {
    try Self.withVault { runner in
      let silent = try TerminalSession.run(runner, Self.arguments + ["--no-input"], typed: "1\n")
      #expect(silent.screen.contains("'hof' is 2 places\nhint: Hof, Bonn\n") && silent.status == 64)
      let near = try TerminalSession.run(runner, ["list", "--near", "Springfield"], typed: "1\n")
      #expect(near.screen.contains("'Springfield' is 8 places\n") && near.status == 64)
    }
  }

  @Test("towns are written after a yes, and not after a no")
  func towns() throws {
    try Self.withVault { runner in
      try runner.folder.write(
        "---\ncreated: 2026-11-03\ncoordinates: [52.52, 13.4]\n---\nx\n", to: "vault/3.md")
      let no = try TerminalSession.run(runner, ["places", "--fill"], typed: "n\n").expect(2)
      #expect(
        no.screen.contains("3.md  52.5200, 13.4000  Berlin\nwrite the town of 1 note? [y/N] "))
      #expect(no.screen.hasSuffix("nothing was changed\n"))
      #expect(!(try runner.folder.readText("vault/3.md").contains("Berlin")))
      try TerminalSession.run(runner, ["places", "--fill"], typed: "y\n").expect(0)
      #expect(try runner.folder.readText("vault/3.md").contains("locality: Berlin\n"))
    }
  }
}
