import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct ShowCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a note whole",
    discussion: """
      The title, what the front matter says, the media, the text, and what is odd about the file. NOTE is a \
      path, an id or its beginning, or @N for the Nth note of the last list.
      """)

  @Argument(help: "The note", completion: NoteCompletion.kind)
  var note: String?

  @Flag(help: "Print a JSON object")
  var json = false

  @Option(help: ArgumentHelp("Print by a template such as '{{title}}'", valueName: "template"))
  var format: String?

  @Flag(name: .customLong("no-text"), help: "Leave the text out")
  var noText = false

  @Flag(name: .customLong("no-pager"), help: "Do not use a pager")
  var noPager = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let resolved = try NotePicker.pickOne(note, in: vault)
    let file = try vault.note(at: resolved.path)
    let console = session.console
    if json {
      try console.line(NoteJSONV1.value(of: file, id: resolved.id, withText: !noText).pretty)
    } else if let format {
      let shortID = String(resolved.id.text.prefix(VaultIndex.shortLength))
      let text = try NoteTemplate(format).text(for: file, id: resolved.id, shortID: shortID)
      try console.line(console.outputIsTerminal ? TerminalText.block(text) : text)
    } else {
      session.startPager(unless: noPager)
      try NotePage(note: file, id: resolved.id, zone: vault.zone).print(
        on: console, withText: !noText)
    }
  }
}
