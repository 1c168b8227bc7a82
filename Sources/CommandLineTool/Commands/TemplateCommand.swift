import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

struct TemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "List the templates of the vault",
    discussion: """
      A template is a file below a folder that the setting templates names, or Obsidian or its plugin Templater. tl add \
      --template NAME writes a note from one. Filled in are {{title}}, {{date}} and {{time}}, also with the tokens of \
      Obsidian, as in {{date:dddd D MMMM YYYY}}, {{prompt}}, {{person}} and {{age}}; anything else in braces stays.
      """,
    shouldDisplay: false,
    subcommands: [TemplateListCommand.self],
    defaultSubcommand: TemplateListCommand.self)
}

struct TemplateListCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the templates",
    discussion: "With --json: an array of {name, path}.",
    aliases: ["ls"])

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.printTemplates(asJSON: output.json)
  }
}

extension Session {
  func printTemplates(asJSON: Bool) throws {
    let files = try openVault().vault.templateFiles()
    if asJSON {
      let values = files.map { path in
        JSONValue.object([("name", .string(path.stemText)), ("path", .string(path.text))])
      }
      return try console.line(JSONValue.array(values).pretty)
    }
    guard !files.isEmpty else {
      return console.say(
        "there is no template; tl config set templates FOLDER names the folder of them")
    }
    for line in TextColumns.lines(files.map { [TerminalText.line($0.stemText), $0.shown] }) {
      try console.line(line)
    }
  }
}
