import ArgumentParser

struct ServeTokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Let programs use the page's API",
    discussion: """
      A program sends its token as Authorization: Bearer TOKEN, at the page's own address or at 127.0.0.1. docs/api.md \
      has what it can ask. Tokens are kept as hashes: whoever loses one makes another.
      """,
    subcommands: [
      ServeTokenAddCommand.self, ServeTokenListCommand.self, ServeTokenRemoveCommand.self,
    ],
    defaultSubcommand: ServeTokenListCommand.self)
}

struct ServeTokenAddCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make a token for a program",
    discussion: "Prints the token, once. It is valid at once, also where tl serve runs already.")

  @Argument(help: ArgumentHelp("What the token is for", valueName: "name"))
  var name: String

  @Flag(help: "The program can change nothing")
  var readOnly = false

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest {
    .serve(.token(.add(name: name, isReadOnly: readOnly)))
  }
}

struct ServeTokenListCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tokens of programs",
    discussion: """
      For each: the day it was made, what it may do, its name. With --json: an array of {name, read_only, created}; \
      created is in seconds since 1970.
      """,
    aliases: ["ls"])

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest { .serve(.token(.list(json: json))) }
}

struct ServeTokenRemoveCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "End a program's token",
    discussion: "The next request with it is refused.", aliases: ["rm"])

  @Argument(help: ArgumentHelp("The name of the token", valueName: "name"))
  var name: String

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest { .serve(.token(.remove(name: name))) }
}
