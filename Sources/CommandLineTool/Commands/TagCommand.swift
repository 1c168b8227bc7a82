import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "List, add, remove or rename tags",
    discussion: """
      A tag is written with or without #, in any case; a/b is nested in a.
      """,
    subcommands: [
      TagListCommand.self, TagAddCommand.self, TagRemoveCommand.self, TagRenameCommand.self,
    ],
    defaultSubcommand: TagListCommand.self)
}

/// The notes of a command, and the tags that they get or lose.
struct TaggingArguments: ParsableArguments {
  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var note: String

  @Argument(
    help: ArgumentHelp("The tags, with blanks or commas between them", valueName: "tag"),
    completion: .tags)
  var words: [String] = []

  /// Opens the vault for writing, and tells the notes from the tags.
  func read(in session: Session) throws -> (vault: OpenVault, notes: [ResolvedNote], tags: [Tag]) {
    let vault = try session.openVaultForWriting()
    let (notes, tags) = try TagWords.notesAndTags(in: [note] + words, of: vault)
    return (vault, try NotePicker.pick(notes, in: vault), tags)
  }
}

struct TagAddCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add tags to notes",
    discussion: """
      Prints the notes that changed. The tags that a note has stay as they are written: tl tag add @1 @2 kaia firsts. \
      Where the first word names no note it is the tag, and the notes follow it, as xargs gives them.
      """)

  @OptionGroup var given: TaggingArguments
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let (vault, notes, tags) = try given.read(in: session)
    let unchanged = "has \(TagWords.text(of: tags)) already"
    try vault.edit(notes, unchanged: unchanged) { try $1.addingTags(tags) }
  }
}

struct TagRemoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Remove tags from notes",
    discussion: """
      Prints the notes that changed. Tags nested in a removed one stay. Where the first word names no note it is the \
      tag, and the notes follow it, as xargs gives them.
      """,
    aliases: ["remove"])

  @OptionGroup var given: TaggingArguments
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let (vault, notes, tags) = try given.read(in: session)
    let unchanged = "does not have \(TagWords.text(of: tags))"
    try vault.edit(notes, unchanged: unchanged) { try $1.removingTags(tags) }
  }
}

struct TagRenameCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a tag in every note",
    discussion: """
      Tags nested in OLD are renamed too: a/b becomes new/b. A note that has NEW already keeps it once. Each note is \
      changed as a whole or not at all; the notes that changed are printed.
      """)

  @Argument(help: "The tag as it is", completion: .tags)
  var old: String

  @Argument(help: "The tag as it should be", completion: .tags)
  var new: String

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let (old, new) = (try TagWords.tag(in: old), try newTag())
    guard old != new else {
      throw Problem(
        usage: "\(self.old) and \(self.new) are the same tag: case and a leading # do not count")
    }
    let vault = try session.openVault(isDryRun: change.dryRun)
    let index = try vault.scan(withSealed: true)
    let notes = index.notes(taggedWithin: old).map { ResolvedNote($0, of: index) }
    let unreadable = try Self.unreadableNotes(in: index, mentioning: old, of: vault)
    guard !notes.isEmpty || !unreadable.isEmpty else {
      throw Problem(
        "no note has the tag #\(old.text)", hint: "tl tag lists the tags")
    }
    if change.dryRun { for note in notes { try session.console.line(note.id, note.path) } }
    let count =
      try change.dryRun
      ? notes.count
      : vault.edit(notes, progress: "renaming #\(old.text)") {
        try $1.renamingTag(old, to: new)
      }.count
    for error in unreadable { session.fail(error) }
    session.console.say(
      "\(change.dryRun ? "would rename" : "renamed") #\(old.text) to #\(new.text) in \(count.counted("note"))"
    )
  }

  private func newTag() throws -> Tag {
    let tag = try TagWords.tag(in: new)
    guard !tag.text.contains(",") else {
      throw Problem(
        usage: "a tag is renamed to one tag, and '\(new)' has a comma",
        hint: "tl tag add puts several tags on a note")
    }
    return tag
  }

  /// An error for each note whose front matter cannot be read but contains the word: it may have the tag.
  private static func unreadableNotes(
    in index: VaultIndex, mentioning tag: Tag, of vault: OpenVault
  ) throws -> [Problem] {
    try TagRenaming.unreadableNotes(in: index, mentioning: tag, of: vault.vault.folder).map {
      var error = Problem(EditError.brokenFrontMatter($0.problem), at: $0.path)
      error.hints.insert("it may have #\(tag.text) too", at: 0)
      return error
    }
  }
}

struct TagListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the tags and how many notes have each",
    discussion:
      """
      By name, or with --sort count the most used first. A nested tag such as a/b is counted separately. With \
      --json: an array of {tag, count}.
      """
  )

  @Option(help: "Order: name or count")
  var sort: Order = .name

  @Flag(help: "Print only the names")
  var names = false

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  enum Order: String, ExpressibleByArgument, CaseIterable {
    case name, count
  }

  func validate() throws {
    if names, output.json { throw ValidationError("--names and --json cannot be used together") }
  }

  func run(in vault: OpenVault) throws {
    var counts = try vault.scan().tagCounts
    if sort == .count { counts.sort { ($1.count, $0.tag) < ($0.count, $1.tag) } }
    let console = vault.console
    if names { return try counts.forEach { try console.line(TerminalText.line($0.tag.text)) } }
    try console.list(
      counts, asJSON: output.json, none: "no note has a tag yet; tl tag add NOTE TAG gives it one",
      json: { .object([("tag", .string($0.tag.text)), ("count", .int($0.count))]) }
    ) { counts in
      zip(counts.map { String($0.count) }.rightAligned(), counts).map { number, count in
        "\(number)  " + console.style.green("#" + TerminalText.line(count.tag.text))
      }
    }
  }
}
