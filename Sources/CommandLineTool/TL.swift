import ArgumentParser

/// The list of commands, and nothing else.
struct TL: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tl",
    abstract: "A personal timeline kept as plain Markdown files",
    discussion: """
      tl alone prints the timeline. A vault is a folder of notes; commands work from any folder inside it. \
      tl help COMMAND tells more about a command.
      """,
    version: Version.text,
    subcommands: [
      InitCommand.self, AddCommand.self, ListCommand.self, SearchCommand.self, ShowCommand.self,
      EditCommand.self,
      PinCommand.self, UnpinCommand.self, TagCommand.self, TagsCommand.self, SetCommand.self,
      AttachCommand.self, DetachCommand.self, MoveCommand.self, RemoveCommand.self,
      TrashCommand.self,
      DraftsCommand.self,
      DoctorCommand.self,
      SyncCommand.self, StatusCommand.self, LogCommand.self, RestoreCommand.self,
      CloneCommand.self, RemoteCommand.self,
      ConflictsCommand.self, ResolveCommand.self,
      NotesyncCommand.self,
      MergeDriverCommand.self, GenerateCommand.self,
    ],
    defaultSubcommand: ListCommand.self)
}

enum Version {
  static let text = "0.1.0"
  /// The day of this version, in the manual pages.
  static let date = "2026-11-21"
}
