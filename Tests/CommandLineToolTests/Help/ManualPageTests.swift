import TestSupport
import Testing

@testable import CommandLineTool

@Suite("Manual pages")
struct ManualPageTests {
  @Test("each command that people use has a page, written into the folder")
  func files() throws {
    var runner = try CommandRunner()
    try runner.folder.makeFolder("man")
    let expected = CommandDescription.root.withDescendants
      .map { $0.path.joined(separator: "-") + ".1" }.sorted()
    // The second time over the first.
    for _ in 1...2 {
      try runner.tl("generate", "man", runner.folder.path("man")).expect(0, err: "")
      #expect(
        runner.folder.contents().filter { $0.hasPrefix("man/") } == expected.map { "man/" + $0 })
    }
    #expect(expected.contains("tl.1") && expected.contains("tl-list.1"))
    let failed = try runner.tl("generate", "man", runner.folder.path("nowhere"))
    #expect(failed.status == 2 && failed.stderrText.hasPrefix("tl: error: cannot write "))
  }

  @Test("a page has the sections that man pages have, and no line that roff would take for its own")
  func sections() {
    let macros = [".TH ", ".SH ", ".TP", ".B ", ".BR ", ".PP", ".IP ", ".nf", ".fi"]
    for command in CommandDescription.root.withDescendants {
      let lines = ManualPage(command: command).text.split(separator: "\n").map(String.init)
      let sections = lines.filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
      for section in ["NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "SEE ALSO"] {
        #expect(sections.contains(section[...]), "\(command.path)")
      }
      for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
        #expect(macros.contains { line.hasPrefix($0) }, "\(command.path): \(line)")
      }
    }
  }

  @Test(
    "text comes back as it was",
    arguments: [
      (".tl/config", "\\&.tl/config"), ("a-b", "a\\-b"), ("'x'", "\\(aqx\\(aq"), ("\\n", "\\en"),
      ("`code`", "code"), ("~/.config", "\\(ti/.config"),
    ])
  func escapes(text: String, roff: String) {
    #expect(ManualPage.escaped(text) == roff)
  }
}
