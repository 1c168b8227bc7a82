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
    try console.list(
      files, asJSON: asJSON,
      none: "there is no template; tl config set templates FOLDER names the folder of them",
      json: { .object([("name", .string($0.stemText)), ("path", .string($0.text))]) }
    ) { TextColumns.lines($0.map { [TerminalText.line($0.stemText), $0.shown] }) }
  }
}
