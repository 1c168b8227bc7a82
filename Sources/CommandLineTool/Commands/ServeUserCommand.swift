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

protocol ServeUserAction: NetworkCommand {
  var action: AccountAction { get }
}

extension ServeUserAction {
  static var programUser: String { "tl serve" }
  var networkRequest: NetworkRequest { .serve(.account(action)) }
}

struct ServeUserAddCommand: ServeUserAction {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an account",
    discussion:
      "Asks for the password twice; without a terminal it is the first line of standard input.")

  @Argument(help: ArgumentHelp("The account's name", valueName: "name"))
  var name: String

  @OptionGroup var global: GlobalOptions

  var action: AccountAction { .add(name) }
}

struct ServeUserListCommand: ServeUserAction {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accounts",
    discussion: "With --json: an array of {name, id, vault}; vault is null for this one.")

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  var action: AccountAction { .list(json: json) }
}

struct ServeUserRemoveCommand: ServeUserAction {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an account; the notes stay",
    discussion: "Its browsers and apps are signed out at once.")

  @Argument(help: ArgumentHelp("The account's name", valueName: "name"))
  var name: String

  @OptionGroup var global: GlobalOptions

  var action: AccountAction { .remove(name) }
}

struct ServeUserPasswordCommand: ServeUserAction {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Change an account's password",
    discussion: """
      Asks for it twice; without a terminal it is the first line of standard input. All browsers and apps of the \
      account are signed out, even if the password is the same as before.
      """)

  @Argument(help: ArgumentHelp("The account's name", valueName: "name"))
  var name: String

  @OptionGroup var global: GlobalOptions

  var action: AccountAction { .setPassword(name) }
}
