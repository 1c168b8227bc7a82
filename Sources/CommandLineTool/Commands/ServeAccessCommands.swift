import ArgumentParser

struct ServeUserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Accounts with passwords, for the page and for phone apps",
    discussion: """
      They are those of tl notesync user. Each has everything that is in the vault. A change counts at once, also while \
      tl serve runs.
      """,
    subcommands: [
      ServeUserAddCommand.self, ServeUserListCommand.self, ServeUserRemoveCommand.self,
      ServeUserPasswordCommand.self,
    ],
    defaultSubcommand: ServeUserListCommand.self)
}

struct ServeUserAddCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an account",
    discussion:
      "Asks for the password twice; without a terminal it is the first line of standard input.")

  @OptionGroup var account: AccountArgument
  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .account(.add(account.name)) }
}

struct ServeUserListCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accounts",
    discussion: "With --json: an array of {name, id, vault}; vault is null for this one.")

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .account(.list(json: output.json)) }
}

struct ServeUserRemoveCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an account; the notes stay",
    discussion: "Its browsers and apps are signed out at once.")

  @OptionGroup var account: AccountArgument
  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .account(.remove(account.name)) }
}

struct ServeUserPasswordCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Change an account's password",
    discussion: """
      Asks for it twice; without a terminal it is the first line of standard input. All browsers and apps of the \
      account are signed out, even if the password is the same as before.
      """)

  @OptionGroup var account: AccountArgument
  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .account(.setPassword(account.name)) }
}

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

struct ServeTokenAddCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make a token for a program",
    discussion: "Prints the token, once. It is valid at once, also where tl serve runs already.")

  @Argument(help: ArgumentHelp("What the token is for", valueName: "name"))
  var name: String

  @Flag(help: "The program can change nothing")
  var readOnly = false

  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .token(.add(name: name, isReadOnly: readOnly)) }
}

struct ServeTokenListCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tokens of programs",
    discussion: """
      For each: the day it was made, what it may do, its name. With --json: an array of {name, read_only, created}; \
      created is in seconds since 1970.
      """,
    aliases: ["ls"])

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .token(.list(json: output.json)) }
}

struct ServeTokenRemoveCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "End a program's token",
    discussion: "The next request with it is refused.", aliases: ["rm"])

  @Argument(help: ArgumentHelp("The name of the token", valueName: "name"))
  var name: String

  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .token(.remove(name: name)) }
}

struct ServeFeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Let a feed reader follow notes, and a calendar subscribe to them",
    discussion: """
      A feed has the 50 newest notes of a filter, at an address that nobody can guess and that opens nothing else. \
      Whoever has the address reads the texts of these notes; their media need a browser that is signed in. A second \
      address with the same secret is a calendar, as tl calendar ics writes it: the filter's 1,000 newest notes, the \
      birthdays and milestones of persons whose pages match it, and trackers that match it, at the time when they are due. \
      Sealed notes are in neither.
      """,
    subcommands: [
      ServeFeedAddCommand.self, ServeFeedListCommand.self, ServeFeedRemoveCommand.self,
    ],
    defaultSubcommand: ServeFeedListCommand.self)
}

struct ServeFeedAddCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make the addresses of a feed and its calendar",
    discussion: """
      Prints both addresses, once, the calendar's second: their secret is kept as a hash. Without --filter the feed has all \
      notes, and the calendar all persons and trackers too. The page has to have been started once, so that its address is \
      known.
      """)

  @Argument(help: ArgumentHelp("The title of the feed and the calendar", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("Only notes that match, as in tl search", valueName: "query"))
  var filter = ""

  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .feed(.add(name: name, filter: filter)) }
}

struct ServeFeedListCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the feeds",
    discussion: """
      For each: the day it was made, its name, its filter. With --json: an array of {name, filter, created}; created is \
      in seconds since 1970.
      """,
    aliases: ["ls"])

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .feed(.list(json: output.json)) }
}

struct ServeFeedRemoveCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "End a feed and its calendar",
    discussion: "Their addresses open nothing any more.", aliases: ["rm"])

  @Argument(help: ArgumentHelp("The name of the feed", valueName: "name"))
  var name: String

  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .feed(.remove(name: name)) }
}
