import TestSupport
import Testing

/// A wrong command line, and what is said about it.
private struct Case: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let error: String
  let hint: String

  init(_ line: String, _ error: String, _ hint: String) {
    arguments = line.split(separator: " ").map(String.init)
    self.error = error
    self.hint = hint
  }

  var testDescription: String { "tl " + arguments.joined(separator: " ") }
}

private let cases: [Case] = [
  Case("lst", "there is no command 'lst'", "did you mean list?"),
  Case("serach sofa", "there is no command 'serach'", "did you mean search?"),
  Case("fnd sofa", "there is no command 'fnd'", "did you mean find?"),
  Case("nope", "there is no command 'nope'", "tl help lists the commands"),
  Case("xyzzyxyzzy", "there is no command 'xyzzyxyzzy'", "tl help lists the commands"),
  Case("--vault /tmp -q lst", "there is no command 'lst'", "did you mean list?"),
  Case("-n 5 lst", "there is no command 'lst'", "did you mean list?"),
  Case("help lsit", "there is no command 'lsit'", "did you mean list?"),
  Case("generate mna", "there is no command 'generate mna'", "did you mean man?"),
  Case("generate", "tl generate needs a command", "one of man, completions and reference"),
  Case(
    "-n 5 list", "unexpected argument 'list'",
    "the command comes first, then its options: tl list ..."),
  Case("list today", "unexpected argument 'today'", "usage: tl list [options]"),
  Case("list -- -n", "unexpected argument '-n'", "usage: tl list [options]"),
  Case("list a b", "2 unexpected arguments: 'a', 'b'", "usage: tl list [options]"),
  Case("list --foramt x", "tl list has no option --foramt", "did you mean --format?"),
  Case(
    "list --xyzzyxyzzy", "tl list has no option --xyzzyxyzzy", "tl help list shows how it is used"),
  Case("--lsit", "tl has no option --lsit", "tl help lists the commands"),
  Case("list --untli 2026", "tl list has no option --untli", "did you mean --until?"),
  Case("list -x", "tl list has no option -x", "tl help list shows how it is used"),
  Case("-x", "tl has no option -x", "tl help lists the commands"),
  Case(
    "add -x", "tl add has no option -x",
    "tl help add shows how it is used; for text that begins with -, write -- before it"),
  Case(
    "search -shoes", "tl search has no option -shoes",
    "--not shoes leaves out notes with shoes; in a query write -- before -shoes"),
  Case(
    "search -home", "tl search has no option -home",
    "--not home leaves out notes with home; in a query write -- before -home"),
  Case("sync -home", "tl sync has no option -home", "tl help sync shows how it is used"),
  Case("help init list", "there is no command 'init list'", "tl help init shows how it is used"),
  Case(
    "resolve x", "tl conflict resolve needs --note, --copy, --both or --edit",
    "tl help conflict resolve shows how it is used"),
  Case(
    "resolve x --both --edit", "--both and --edit cannot be used together",
    "tl help conflict resolve shows how it is used"),
  Case(
    "search -news:x -n five", "the value 'five' is invalid for '-n COUNT'",
    "-n COUNT: At most COUNT notes"),
  Case(
    "mv a b c", "unexpected argument 'c'", "usage: tl mv NOTE PATH [options]"),
  Case("list <x>", "unexpected argument '<x>'", "usage: tl list [options]"),
  Case("--untli 2026", "tl has no option --untli", "did you mean --until?"),
  Case("list --tag", "--tag needs a value", "write it as --tag TAG"),
  Case("--vault", "--vault needs a value", "write it as --vault DIR"),
  Case("--vault -- list", "--vault needs a value", "write it as --vault DIR"),
  Case("list -n", "-n needs a value", "write it as -n COUNT"),
  Case(
    "list -n -1", "-n needs a value, and -1 is read as an option",
    "write it as -n COUNT; a value that begins with - as --number=-1"),
  Case(
    "search --not -draft", "--not needs a value, and -draft is read as an option",
    "write it as --not WORD; a value that begins with - as --not=-draft"),
  Case(
    "list -n five", "the value 'five' is invalid for '-n COUNT'",
    "-n COUNT: At most COUNT notes"),
  Case(
    "list --sort size", "the value 'size' is invalid for '--sort KEY'",
    "please provide one of 'created', 'updated', 'date', 'title', 'order' or 'near'"),
  Case(
    "--color foo list", "the value 'foo' is invalid for '--color WHEN'",
    "please provide one of 'auto', 'always' or 'never'"),
  Case(
    "list --color=foo", "the value 'foo' is invalid for '--color WHEN'",
    "please provide one of 'auto', 'always' or 'never'"),
  Case(
    "list --json=yes", "the option '--json' does not take any value, but 'yes' was specified",
    "tl help list shows how it is used"),
  Case(
    "list --json --jsonl", "--json and --jsonl cannot be used together",
    "tl help list shows how it is used"),
  Case(
    "search", "what should be searched for? Give a word, or --regex",
    "tl help search shows how it is used"),
  Case(
    "generate completions", "'SHELL' is missing",
    "usage: tl generate completions SHELL [options]"),
  Case(
    "generate completions tcsh", "the value 'tcsh' is invalid for 'SHELL'",
    "please provide one of 'bash', 'zsh' or 'fish'"),
]

@Suite("Wrong usage")
struct UsageErrorTests {
  @Test(
    "a wrong command line ends with 64, says what is wrong, and what to write", arguments: cases)
  fileprivate func wrong(_ wrong: Case) throws {
    var runner = try CommandRunner()
    try runner.tl(wrong.arguments)
      .expect(64, out: "", err: "tl: error: \(wrong.error)\nhint: \(wrong.hint)\n")
  }

  @Test("control characters of a command line reach no terminal")
  func controlCharacters() throws {
    var runner = try CommandRunner()
    for arguments in [["\u{1B}[2J"], ["list", "--tag=a", "\u{1B}[2J"], ["list", "--\u{1B}[2J"]] {
      let output = try runner.tl(arguments)
      #expect(!output.stderr.contains(0x1B) && output.status == 64)
    }
  }

  @Test(
    "options of every command stand before and behind the name",
    arguments: [
      "--vault $VAULT list", "list --vault $VAULT", "--vault=$VAULT list", "list --vault=$VAULT",
      "-q --vault $VAULT --no-input list --verbose", "-v --vault $VAULT list -q",
      "--vault $VAULT", "--vault $VAULT -n 5",
      "--color never --vault $VAULT search --not a b -- -c", "--vault $VAULT list --",
    ])
  func globalOptions(line: String) throws {
    var runner = try CommandRunner()
    try runner.shell("tl init")
    runner.directory = try runner.folder.makeFolder("elsewhere")
    let output = try runner.shell("VAULT='\(runner.folder.path("vault"))'; tl \(line)")
    #expect(output.status < 2 && !output.stderrText.contains("error"), "\(output.stderrText)")
  }
}
