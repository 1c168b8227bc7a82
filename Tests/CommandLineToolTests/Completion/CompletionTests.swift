import TestSupport
import Testing

@testable import CommandLineTool

/// Candidates that a test knows, some of them hostile.
private struct FixedValues: CompletionValues {
  static let hostile = [
    "esc\u{1B}[2J", "two\nlines", "tab\tbed", "-rf", "bidi\u{202E}", "\u{FFFD}.md",
  ]

  func candidates(
    for value: VaultValue, _ beginning: String, of note: String
  ) -> [Completion.Candidate] {
    switch value {
    case .tags:
      (["home", "work", "$(x)"] + Self.hostile).filter { $0.hasPrefix(beginning) }
        .map { .init(word: $0, text: "2 notes") }
    case .notes:
      [.init(word: "5f0c1c1e", text: "First\tsteps\u{1B}[31m")]
        + Self.hostile.map { .init(word: $0) }
    case .trackers: [.init(word: "water-plants", text: "Water the plants")]
    case .people: [.init(word: "kaia-plants", text: "Water the plants")]
    case .circles: [.init(word: "grandparents", text: "Grandparents")]
    case .books: [.init(word: "first-year", text: "The first year")]
    case .categories: [.init(word: "Book")]
    case .templates: [.init(word: "day", text: "templates/day.md")]
    case .media: []
    }
  }
}

private func answer(_ arguments: [String]) -> [String] {
  CompletionResponse.lines(arguments) { _ in FixedValues() }
}

private func fish(_ line: String) -> [String] {
  answer(["fish"] + line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
    .dropFirst().map { String($0.prefix { $0 != "\t" }) }
}

@Suite("Completion")
struct CompletionTests {
  @Test("where a command has to stand, commands are offered, hidden ones not")
  func commands() {
    let names = CommandDescription.root.subcommands.map(\.name)
    #expect(fish("") == names + ["help"])
    #expect(fish("lis") == ["list"])
    #expect(fish("--vault x -q lis") == ["list"])
    #expect(fish("help lis") == ["list"])
    #expect(fish("help ") == names)
    #expect(fish("gener") == [])
  }

  @Test("options are offered where they fit, and once unless they can be repeated")
  func options() {
    #expect(fish("list --so") == ["--sort"])
    #expect(fish("list --sort title --so") == [])
    #expect(fish("list --tag a --ta") == ["--tag"])
    #expect(fish("list -q --qui") == [])
    #expect(fish("list --he") == ["--help"])
    #expect(fish("list -- --so") == [])
    #expect(fish("--so") == ["--sort"])
    #expect(fish("show --so") == [])
  }

  @Test(
    "behind a former name of a command is offered what the present one takes; the name itself is not",
    arguments: [
      ("people --js", "person list --js"), ("-q use ka", "-q person use ka"),
      ("unpin ", "pin --off "), ("unpin --qui", "pin --qui"),
      ("tags --sort c", "tag list --sort c"),
      ("resolve x --bo", "conflict resolve x --bo"), ("remind wa", "tracker every wa"),
      ("open ", "show --open "), ("ics --ou", "calendar ics --ou"),
      ("reminders ins", "due ins"), ("reminders --js", "due show --js"),
    ])
  func formerNames(former: String, present: String) {
    #expect(fish(former) == fish(present) && !fish(former).isEmpty, "\(fish(former))")
    #expect(
      fish(former.split(separator: " ").first { !$0.hasPrefix("-") }.map(String.init) ?? "") == [])
  }

  @Test("values are offered behind their option, by a blank or an equals sign")
  func values() {
    #expect(fish("list --sort ti") == ["title"])
    #expect(fish("list --sort=ti") == ["--sort=title"])
    #expect(fish("list --color=") == ["--color=auto", "--color=always", "--color=never"])
    #expect(fish("list -t ho") == ["home"])
    #expect(fish("list --tag=home,w") == ["--tag=home,work"])
    #expect(answer(["fish", "--vault", ""]) == ["directories"])
    #expect(answer(["fish", "add", "-a", ""]) == ["files"])
    #expect(fish("list -n ") == [])
  }

  @Test("words with control characters, of no Unicode, or like options are not offered")
  func hostile() {
    #expect(fish("list -t ") == ["home", "work", "$(x)"])
    #expect(answer(["fish", "show", ""]) == ["words", "5f0c1c1e\tFirst␉steps␛[31m"])
    #expect(answer(["zsh", "show", ""]) == ["words", "5f0c1c1e\t5f0c1c1e  First␉steps␛[31m"])
    #expect(answer(["bash", "tl show ", ""]) == ["words", "5f0c1c1e"])
    #expect(answer(["bash", "tl list -t ", ""]) == ["words", "home", "work", #"\$\(x\)"#])
  }

  @Test("a question that nobody asks is not answered")
  func unknown() {
    #expect(answer([]) == [])
    #expect(answer(["tcsh", "x"]) == [])
    #expect(answer(["bash", "tl "]) == [])
    #expect(answer(["zsh"]) == ["words"] + answer(["zsh", ""]).dropFirst())
  }

  @Test("tags, ids with titles, and paths come from the vault; without one nothing is said")
  func vault() throws {
    try withTemporaryFolder { folder in
      var runner = try CommandRunner(folder: folder)
      #expect(try runner.tl("complete", "bash", "tl show ", "").stdoutText == "words\n")
      #expect(try runner.tl("complete", "zsh", "list", "--tag", "").stderrText == "")
      try runner.tl("init")
      try folder.write(
        "---\nid: 5f0c1c1e-aaaa\ntags: [work, 'it''s']\n---\nFirst steps\n", to: "vault/a b.md")
      try folder.write("---\nid: 5f0d0000-aaaa\ntags: [work]\n---\nSecond\n", to: "vault/c.md")
      func complete(_ arguments: String...) throws -> String {
        let output = try runner.tl(["complete"] + arguments).expect(0, err: "")
        return output.stdoutText
      }
      #expect(try complete("fish", "list", "--tag", "") == "words\nit's\t1 note\nwork\t2 notes\n")
      #expect(try complete("bash", "tl list --tag i", "i") == "words\nit\\'s\n")
      #expect(try complete("bash", "tl show a", "a") == "words\na\\ b.md\n")
      #expect(try complete("fish", "show", "5f0c") == "words\n5f0c1c1e\ta b\n")
      #expect(try complete("fish", "show", "5f0c1c1e-a") == "words\n5f0c1c1e-aaaa\ta b\n")
      runner.directory = try folder.makeFolder("elsewhere")
      #expect(
        try complete("fish", "--vault", folder.path("vault"), "show", "5f0d")
          == "words\n5f0d0000\tc\n")
    }
  }

  @Test("the scripts are read by their shells", arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) throws {
    var runner = try CommandRunner()
    let script = try runner.tl("generate", "completions", shell)
    #expect(script.status == 0 && script.stdoutText.contains("tl complete \(shell) "))
    try runner.folder.write(script.stdout, to: "vault/script")
    // Shells that are not installed are not asked.
    let check = try runner.shell("command -v \(shell) >/dev/null || exit 0; \(shell) -n ./script")
    #expect(check.status == 0 && check.stderrText == "")
  }

  @Test("bash offers what tl answers")
  func bash() throws {
    var runner = try CommandRunner.withVault()
    try runner.folder.write("---\ntags: ['$(touch pwned)', home]\n---\nx\n", to: "vault/a.md")
    let output = try runner.shell(
      """
      bash -c 'source <(tl generate completions bash)
      COMP_LINE="tl list --tag " COMP_POINT=14 COMP_CWORD=3
      _tl tl "" --tag
      printf "%s|" "${COMPREPLY[@]}"'
      """)
    #expect(output.stdoutText == #"\$\(touch\ pwned\)|home|"#)
    #expect(output.stderrText == "" && !runner.folder.exists("vault/pwned"))
  }
}
