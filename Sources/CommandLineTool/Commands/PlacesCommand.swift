import ArgumentParser
internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct PlacesCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract: "List the places of the notes",
    discussion: """
      Each place as its newest note writes it, the newest first: its name, its town, its position, how many notes are there \
      and the day of the last. Words are a query, as in tl search.
      """)

  @Argument(help: "Only those of notes that match")
  var query: [String] = []

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let book = try PlaceFinder(vault).book(query.joined(separator: " "))
    if json {
      return try session.console.line(JSONValue.array(book.entries.map(\.json)).pretty)
    }
    guard !book.entries.isEmpty else {
      return session.console.say(
        query.isEmpty
          ? "no note has a place; tl set NOTE place='Café am Park' gives it one"
          : "no note that matches has a place")
    }
    let rows = book.entries.map { entry in
      [
        TerminalText.line(entry.place.name ?? ""), TerminalText.line(entry.place.locality ?? ""),
        entry.place.coordinates?.text ?? "", entry.notes.counted("note"), "\(entry.last)",
      ]
    }
    for line in TextColumns.lines(rows) { try session.console.line(line) }
  }
}
