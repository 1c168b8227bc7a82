import ArgumentParser
internal import VaultFormat

struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Add, remove or rename tags",
    discussion: """
      A tag is written with or without #, in any case; a/b is nested in a. tl tags lists all of them.
      """,
    subcommands: [TagAddCommand.self, TagRemoveCommand.self, TagRenameCommand.self])
}

struct TagAddCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add tags to notes",
    discussion: """
      Prints the notes that changed. The tags that a note has stay as they are written: tl tag add \
      kaia,firsts @1 @2
      """)

  @Argument(
    help: ArgumentHelp("The tag, or several with commas between them", valueName: "tag[,tag]"),
    completion: TagCompletion.kind)
  var tags: String

  @Argument(help: "The notes; asks when there are none", completion: NoteCompletion.kind)
  var notes: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let tags = try TagWords.tags(in: tags)
    let vault = try session.openVaultForWriting()
    let notes = try NotePicker.pick(words: notes, allowsSeveral: true, in: vault)
    let edits = NoteEdits(vault: vault, unchanged: "has \(TagWords.text(of: tags)) already")
    try edits.make(in: notes) { try $0.addingTags(tags) }
  }
}

struct TagRemoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Remove tags from notes",
    discussion: "Prints the notes that changed. Tags nested in a removed one stay.",
    aliases: ["remove"])

  @Argument(
    help: ArgumentHelp("The tag, or several with commas between them", valueName: "tag[,tag]"),
    completion: TagCompletion.kind)
  var tags: String

  @Argument(help: "The notes; asks when there are none", completion: NoteCompletion.kind)
  var notes: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let tags = try TagWords.tags(in: tags)
    let vault = try session.openVaultForWriting()
    let notes = try NotePicker.pick(words: notes, allowsSeveral: true, in: vault)
    let edits = NoteEdits(vault: vault, unchanged: "does not have \(TagWords.text(of: tags))")
    try edits.make(in: notes) { try $0.removingTags(tags) }
  }
}
