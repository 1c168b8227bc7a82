import SystemCalls
import TestSupport
import Testing

@testable import CommandLineTool

private func everyCommand() -> [CommandDescription] {
  let root = CommandDescription.root
  return root.withDescendants + root.allSubcommands.filter(\.isHidden).flatMap(\.withDescendants)
}

@Suite("Help")
struct HelpTests {
  @Test("every command says what it does, and has a name that can be typed")
  func everyCommandIsDescribed() {
    for command in everyCommand() {
      #expect(!command.abstract.isEmpty && !command.abstract.hasSuffix("."), "\(command.path)")
      #expect(command.name.utf8.allSatisfy { $0 == 0x2D || 0x61...0x7A ~= $0 }, "\(command.path)")
    }
  }

  @Test("every argument and option is explained")
  func everyParameterIsDescribed() {
    for command in everyCommand() {
      for parameter in command.parameters {
        #expect(
          !parameter.text.isEmpty && !parameter.text.hasSuffix("."),
          "\(command.path) \(parameter.label)")
      }
    }
  }

  @Test("every command has the options that every command has")
  func globalOptions() {
    for command in everyCommand() where command.subcommands.isEmpty {
      let names = Set(command.parameters.flatMap(\.names))
      #expect(names.isSuperset(of: GlobalOptions.names.keys), "\(command.path)")
    }
    let listed = Set(CommandDescription.globalOptions.flatMap(\.names))
    #expect(listed == Set(GlobalOptions.names.keys).union(["-h", "--help"]))
  }

  @Test("help keeps within the window")
  func width() {
    for command in everyCommand() {
      for width in [40, 59, 60, 80, 100] { checkWidth(width, of: command) }
    }
  }

  private func checkWidth(_ width: Int, of command: CommandDescription) {
    let page = HelpPage(command: command, width: width, style: Style(isOn: false)).text
    // A label, an example and a word that are longer than the window stay whole.
    let labels = Set(
      command.parameters.map { "  " + $0.label } + command.examples.map { "    " + $0.line })
    for line in page.split(separator: "\n").map(String.init) where !labels.contains(line) {
      let longest = line.split(separator: " ").map(\.count).max() ?? 0
      #expect(DisplayWidth.of(line) <= max(width, longest + 8), "\(command.path): \(line)")
    }
  }

  @Test("help is told in every way of asking for it")
  func ways() throws {
    var runner = try CommandRunner()
    let list = try runner.tl("help", "list").stdoutText
    #expect(list.hasPrefix("Print the timeline\n\nUsage: tl list [options]\nAlso:  tl ls\n\n"))
    for arguments in [
      ["list", "--help"], ["list", "-h"], ["ls", "--help"], ["help", "ls"],
      ["-q", "list", "--help"],
      ["list", "--tag", "x", "--help"], ["--vault", "x", "help", "list"],
    ] {
      let output = try runner.tl(arguments).expect(err: "")
      #expect(output.stdoutText == list && output.status == 0, "\(arguments)")
    }
    #expect(try runner.tl("list", "--help-hidden").stdoutText == list)
    let root = try runner.tl("help").stdoutText
    #expect(root.contains("\nWrite and read:\n") && !root.contains("generate"))
    for arguments in [["--help"], ["-h"], ["-q", "--help"]] {
      #expect(try runner.tl(arguments).stdoutText == root, "\(arguments)")
    }
  }

  @Test(
    "the version is told before and behind other options",
    arguments: [["--version"], ["-q", "--version"]])
  func version(arguments: [String]) throws {
    var runner = try CommandRunner()
    try runner.tl(arguments).expect(0, out: "\(Version.text)\n")
  }

  @Test("the reading of a command line finds the command and the open option")
  func reading() {
    let cases: [(line: String, path: String, positionals: [String], open: String?)] = [
      ("", "tl", [], nil), ("list", "tl list", [], nil), ("ls -n", "tl list", [], "--number"),
      ("-n 5 list", "tl list", [], nil), ("--vault x show y z", "tl show", ["y", "z"], nil),
      ("show -- -n --tag", "tl show", ["-n", "--tag"], nil), ("list -qt", "tl list", [], "--tag"),
      ("list -qtx y", "tl list", ["y"], nil), ("list --tag=x y", "tl list", ["y"], nil),
      ("nothing list", "tl", ["nothing", "list"], nil), ("show list", "tl show", ["list"], nil),
    ]
    for (line, path, positionals, open) in cases {
      let reading = CommandLineParts(line.split(separator: " ").map(String.init))
      #expect(reading.command.path.joined(separator: " ") == path, "\(line)")
      #expect(reading.positionals == positionals, "\(line)")
      #expect(reading.openOption?.names.last == open, "\(line)")
    }
  }
}

@Suite("Edit distance")
struct EditDistanceTests {
  @Test(
    "letters put in, left out, changed and exchanged count one",
    arguments: [
      ("", "", 0), ("list", "list", 0), ("lst", "list", 1), ("liist", "list", 1),
      ("lisp", "list", 1),
      ("lsit", "list", 1), ("", "list", 4), ("list", "", 4), ("serach", "search", 1),
      ("abc", "xyz", 3),
    ])
  func distance(a: String, b: String, expected: Int) {
    #expect(EditDistance.between(a, b) == expected)
    #expect(EditDistance.between(b, a) == expected)
  }

  @Test(
    "what is near is suggested, and nothing else",
    arguments: [
      ("lst", ["list"]), ("sh", ["show"]), ("ad", ["add"]), ("x", []), ("completely", []),
      ("rm", []),
    ])
  func suggestions(word: String, expected: [String]) {
    let words = ["init", "add", "list", "search", "show", "tag"]
    #expect(EditDistance.suggestions(for: word, among: words) == expected)
  }
}
