import ArgumentParser

/// The list of commands.
struct TL: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tl",
    abstract: "A personal timeline kept as plain Markdown files",
    discussion: """
      tl alone prints the timeline. A vault is a folder of notes; commands work from any folder inside it. \
      tl help COMMAND shows more about a command.
      """,
    version: Version.text,
    subcommands: CommandGroup.all.flatMap(\.commands) + [
      DetachCommand.self, OperationsCommand.self, TemplateCommand.self, MergeDriverCommand.self,
      GenerateCommand.self,
    ],
    defaultSubcommand: ListCommand.self)
}
