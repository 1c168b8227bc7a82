import ArgumentParser

/// Commands that belong together, as `tl help` lists them.
struct CommandGroup {
  let title: String
  let commands: [any ParsableCommand.Type]

  static let all = [
    CommandGroup(
      title: "Write and read",
      commands: [
        AddCommand.self, ListCommand.self, SearchCommand.self, ShowCommand.self, EditCommand.self,
        DailyCommand.self, RecordCommand.self, AttachCommand.self, RemoveCommand.self,
        UndoCommand.self, RedoCommand.self,
      ]),
    CommandGroup(
      title: "Organise",
      commands: [
        PinCommand.self, FavoriteCommand.self, TagCommand.self, CategoryCommand.self,
        SetCommand.self, OrderCommand.self, MoveCommand.self, SealCommand.self,
      ]),
    CommandGroup(
      title: "Show to others",
      commands: [
        CircleCommand.self, ShareCommand.self, CommentCommand.self, PublishCommand.self,
        BookCommand.self,
      ]),
    CommandGroup(
      title: "Track",
      commands: [
        DidCommand.self, SinceCommand.self, DueCommand.self, EventCommand.self,
        TrackerCommand.self,
      ]),
    CommandGroup(
      title: "People and looking back",
      commands: [
        PersonCommand.self, MilestoneCommand.self, TodayCommand.self, ThenCommand.self,
        CalendarCommand.self, StatsCommand.self, PlacesCommand.self,
      ]),
    CommandGroup(
      title: "Sync and history",
      commands: [
        SyncCommand.self, StatusCommand.self, DiffCommand.self, LogCommand.self,
        RestoreCommand.self, ConflictCommand.self, RemoteCommand.self, CloneCommand.self,
        NotesyncCommand.self,
      ]),
    CommandGroup(
      title: "Vault",
      commands: [
        InitCommand.self, DemoCommand.self, ServeCommand.self, SiteCommand.self, ImportCommand.self,
        BackupCommand.self, TrashCommand.self,
        DraftsCommand.self, DoctorCommand.self, ConfigCommand.self,
      ]),
  ]
}

/// Other names of commands, such as those that they had before: they work, and are not listed.
enum FormerNames {
  private static let table: [String: [String]] = [
    "people": ["person", "list"], "use": ["person", "use"], "age": ["person", "age"],
    "milestones": ["milestone", "list"], "events": ["event", "list"],
    "remind": ["tracker", "every"], "pause": ["tracker", "pause"], "tags": ["tag", "list"],
    "unpin": ["pin", "--off"], "unfav": ["fav", "--off"], "unpublish": ["publish", "--off"],
    "unseal": ["seal", "--off"], "unshare": ["share", "--off"], "comments": ["comment", "--list"],
    "conflicts": ["conflict", "list"],
    "resolve": ["conflict", "resolve"], "on-this-day": ["then", "--on", "today"],
    "prompt": ["today", "prompt"], "ics": ["calendar", "ics"], "open": ["show", "--open"],
  ]

  /// A command line, from the name of the command on, with the names of today.
  static func replaced(in words: ArraySlice<String>) -> ArraySlice<String> {
    guard let name = words.first else { return words }
    let rest = words.dropFirst()
    if name == "reminders" {
      let isGroup = rest.first.map { !$0.hasPrefix("-") } ?? false
      return ArraySlice(["due"] + (isGroup ? [] : ["show"]) + rest)
    }
    guard let today = table[name] else { return words }
    return ArraySlice(today + rest)
  }
}
