import ArgumentParser

struct SearchCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find notes by their words",
    discussion: """
      All words have to be in the title, the text, a tag, the file's name or its aliases, in any order; part of a word is enough, and \
      neither case nor accents matter. #word finds tags too, which lists show so. "Quoted words" are found as a phrase, -word leaves out \
      notes that have it (write the whole query in quotes for that: tl search 'sofa -draft'). tag:, since:, \
      until:, on:, kind:, is:, pinned:yes, category:, place: and people: narrow the search down.
      """,
    aliases: ["find"])

  @Argument(help: "What to look for")
  var query: [String] = []

  @OptionGroup var filter: FilterOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if query.isEmpty, filter.regex == nil {
      throw ValidationError("what should be searched for? Give a word, or --regex")
    }
  }

  func run(in session: Session) throws {
    try Listing(filter: filter, output: output, isTimeline: false).run(
      query.joined(separator: " "), in: session)
  }
}
