import ArgumentParser

struct ServeFeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Let a feed reader follow notes",
    discussion: """
      A feed has the 50 newest notes of a filter, at an address that nobody can guess and that opens nothing else. \
      Whoever has the address reads the texts of these notes; their media need a browser that is signed in.
      """,
    subcommands: [
      ServeFeedAddCommand.self, ServeFeedListCommand.self, ServeFeedRemoveCommand.self,
    ],
    defaultSubcommand: ServeFeedListCommand.self)
}

struct ServeFeedAddCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make the address of a feed",
    discussion: """
      Prints the address, once: it is kept as a hash. Without --filter the feed has all notes. The page has to have been \
      started once, so that its address is known.
      """)

  @Argument(help: ArgumentHelp("The title of the feed", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("Only notes that match, as in tl search", valueName: "query"))
  var filter = ""

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest { .serve(.feed(.add(name: name, filter: filter))) }
}

struct ServeFeedListCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the feeds",
    discussion: """
      For each: the day it was made, its name, its filter. With --json: an array of {name, filter, created}; created is \
      in seconds since 1970.
      """,
    aliases: ["ls"])

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest { .serve(.feed(.list(json: json))) }
}

struct ServeFeedRemoveCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "End a feed",
    discussion: "Its address opens nothing any more.", aliases: ["rm"])

  @Argument(help: ArgumentHelp("The name of the feed", valueName: "name"))
  var name: String

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest { .serve(.feed(.remove(name: name))) }
}
