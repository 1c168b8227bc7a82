import ArgumentParser

struct NotesyncAsideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aside",
    abstract: "Requests of phones that the server could not carry out",
    discussion: """
      A request with an operation that cannot be carried out is kept, so that nothing in it is lost. A NUMBER names one; \
      its first characters are enough.
      """,
    subcommands: [
      NotesyncAsideListCommand.self, NotesyncAsideShowCommand.self, NotesyncAsideApplyCommand.self,
      NotesyncAsideDropCommand.self,
    ],
    defaultSubcommand: NotesyncAsideListCommand.self)
}

struct NotesyncAsideListCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the requests that were kept",
    discussion: """
      For each: its number, when it came, from which account, and why. With --json: an array of {number, account, time, \
      bytes, reasons}; time is in seconds since 1970, and account is null if it no longer exists.
      """,
    aliases: ["ls"])

  @OptionGroup var output: ListOptions
  @OptionGroup var place: NotesyncAccountsOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .aside(.list(json: output.json), accounts: place.accounts) }
}

struct NotesyncAsideShowCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the notes of a request that were not carried out")

  @Argument(help: ArgumentHelp("A number of tl notesync aside list", valueName: "number"))
  var number: String

  @OptionGroup var place: NotesyncAccountsOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .aside(.show(number), accounts: place.accounts) }
}

struct NotesyncAsideApplyCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Bring the notes of a request into the vault",
    discussion: """
      A note that is not in the vault is added. For one that is, the text becomes a conflict copy beside it, and its \
      media are added. Notes that cannot be read are left out. Then the request is removed.
      """)

  @Argument(help: ArgumentHelp("A number of tl notesync aside list", valueName: "number"))
  var number: String

  @OptionGroup var place: NotesyncAccountsOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .aside(.apply(number), accounts: place.accounts) }
}

struct NotesyncAsideDropCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop", abstract: "Remove a request for good", discussion: "Asks on a terminal.")

  @Argument(help: ArgumentHelp("A number of tl notesync aside list", valueName: "number"))
  var number: String

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var place: NotesyncAccountsOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest {
    .aside(.drop(number, isAgreed: consent.yes), accounts: place.accounts)
  }
}
