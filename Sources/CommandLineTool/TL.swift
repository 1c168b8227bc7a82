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
    subcommands: [
      InitCommand.self, AddCommand.self, ListCommand.self, SearchCommand.self, ShowCommand.self,
      EditCommand.self, PinCommand.self, UnpinCommand.self, TagCommand.self, TagsCommand.self,
      SetCommand.self, DidCommand.self, SinceCommand.self, DueCommand.self,
      RemindersCommand.self, EventsCommand.self,
      EventCommand.self, TrackerCommand.self, RemindCommand.self, PauseCommand.self,
      PeopleCommand.self, PersonCommand.self, UseCommand.self, AgeCommand.self,
      MilestonesCommand.self, MilestoneCommand.self, PromptCommand.self, FavoriteCommand.self,
      UnfavoriteCommand.self, PublishCommand.self, UnpublishCommand.self, OrderCommand.self,
      CategoryCommand.self, ConfigCommand.self, DailyCommand.self,
      TemplateCommand.self, ThenCommand.self,
      TodayCommand.self, OnThisDayCommand.self, StatsCommand.self,
      CalendarCommand.self, PlacesCommand.self, ICSCommand.self,
      ImportCommand.self, AttachCommand.self, RecordCommand.self,
      OpenCommand.self, DetachCommand.self, MoveCommand.self, SealCommand.self, UnsealCommand.self,
      RemoveCommand.self, UndoCommand.self, RedoCommand.self, OperationsCommand.self,
      TrashCommand.self, DraftsCommand.self, DoctorCommand.self,
      SyncCommand.self, StatusCommand.self, LogCommand.self, RestoreCommand.self,
      CloneCommand.self, RemoteCommand.self, ConflictsCommand.self, ResolveCommand.self,
      ServeCommand.self, NotesyncCommand.self, MergeDriverCommand.self, GenerateCommand.self,
    ],
    defaultSubcommand: ListCommand.self)
}
