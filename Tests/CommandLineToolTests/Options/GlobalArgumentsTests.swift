import Testing

@testable import CommandLineTool

@Suite("Options before and between the words of a command")
struct GlobalArgumentsTests {
  @Test(
    "options of every command go behind its name, wherever they stand before that",
    arguments: [
      ("-q list -n 3", "list -n 3 -q"),
      ("--vault x notesync -v push", "notesync push --vault x -v"),
      ("notesync --quiet push -N", "notesync push -N --quiet"),
      ("tag -q add a", "tag add a -q"), ("--color=never ls", "ls --color=never"),
      // Not theirs, or not before the name.
      ("list -q", "list -q"), ("tag --nope -q add", "tag --nope -q add"),
      ("search notesync -q push", "search notesync -q push"), ("-q -- list", "-q -- list"),
      ("notesync -q", "notesync -q"), ("--vault", "--vault"), ("", ""),
    ])
  func moved(_ given: String, _ expected: String) {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    #expect(GlobalArguments(words(given)).words == words(expected))
  }
}
