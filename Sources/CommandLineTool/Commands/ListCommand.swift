import ArgumentParser
internal import VaultFormat
internal import VaultIndex

struct ListCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print the timeline",
    discussion: """
      Pinned notes come first, then the newest, by when it happened: the date of a note, or when it was written. For \
      each note: the day, its short id, its title, its tags, its place and its media. The third note of the list can be named \
      @3 in the next commands, the first three @1-3 (-N shows the numbers), and the note created last @last. \
      Pages, such as those of persons and trackers (the key tl), are listed only with --is.
      """,
    aliases: ["ls"])

  @OptionGroup var filter: FilterOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try Listing(filter: filter, output: output, isTimeline: true).run("", in: session)
  }
}
