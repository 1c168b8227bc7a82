import ArgumentParser

struct NotesyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notesync",
    abstract: "Sync with a notesync server, which the phone apps use, or run one",
    discussion: """
      An alternative to tl sync, for phones with the app Timeline Notes. Every difference from what the server has \
      acknowledged is a pending change, whichever editor made it. Photos and sounds are synced too; other files of a \
      note are not. docs/notesync.md explains how to run a server.
      """,
    subcommands: [
      NotesyncLoginCommand.self, NotesyncLogoutCommand.self, NotesyncStatusCommand.self,
      NotesyncQueueCommand.self, NotesyncPushCommand.self, NotesyncSyncCommand.self,
      NotesyncRestoreCommand.self, NotesyncResyncCommand.self,
      NotesyncServeCommand.self, NotesyncUserCommand.self, NotesyncAsideCommand.self,
    ],
    defaultSubcommand: NotesyncStatusCommand.self)
}

// MARK: - Signing in

struct NotesyncLoginCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in to a server",
    discussion: """
      Asks for the password and, the first time, for the server's key. URL is the address of the server, such as \
      https://notes.example.org; without it the known one. The server's key if it is not known \
      yet, the name if neither --user nor an earlier login gives it, and the password may come from standard input, \
      a line each in this order. All of it is stored by git's credential helper if there is one, else \
      in a file that only you can read. Scripts need no login: they set TL_NOTESYNC_SERVER, TL_NOTESYNC_TOKEN and \
      TL_NOTESYNC_API_KEY.
      """)

  @Argument(help: ArgumentHelp("The server's address", valueName: "url"))
  var server: String?

  @Option(help: ArgumentHelp("Who signs in", valueName: "name"))
  var user: String?

  @Flag(help: "Sign in on the server's page, in the browser")
  var browser = false

  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .login(server: server, user: user, usesBrowser: browser) }
}

struct NotesyncLogoutCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Forget who is signed in; the notes stay")

  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .logout }
}

// MARK: - Status

struct NotesyncStatusCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the account, the last sync, and pending changes",
    discussion: """
      With --json: an object of {server, signed_in, user, last_sync, last_error, last_error_time, waiting, \
      media_bytes, aside, held_deletions}; times are seconds since 1970, and what is not known is null.
      """)

  @OptionGroup var output: ObjectOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .status(json: output.json) }
}

struct NotesyncQueueCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "List pending changes and notes that were set aside",
    discussion: """
      With --json: an array of {kind, id, path, text, media, media_bytes, aside}, where kind is create, edit, delete \
      or aside, text says whether text, tags or pin changed, and aside says why a note is not sent, else null.
      """)

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .queue(json: output.json) }
}

// MARK: - Sending and receiving

struct NotesyncSendingOptions: ParsableArguments {
  @Flag(name: [.customShort("N"), .long], help: "Show what would happen")
  var dryRun = false

  @Flag(help: "Allow many deletions")
  var allowDeletes = false

  @Flag(help: "Give new ids to notes whose ids belong to another account of the server")
  var newIds = false

  func validate() throws {
    if dryRun, newIds { throw ValidationError("-N and --new-ids exclude each other") }
  }
}

struct NotesyncPushCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Send pending changes",
    discussion: "With -v each request is printed with its size, operations and media.")

  @OptionGroup var sending: NotesyncSendingOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest {
    .push(
      isDryRun: sending.dryRun, allowsDeletes: sending.allowDeletes,
      givesNewIDs: sending.newIds)
  }
}

struct NotesyncSyncCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Receive the changes of the phones, then send pending changes",
    discussion: """
      A note that was changed here and there keeps the later text, and the tags of both; the other text is kept \
      beside it as a conflict copy. For an edit without a new time, the file's time counts. Notes deleted there go to the trash, unless they were changed here.
      """)

  @OptionGroup var sending: NotesyncSendingOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest {
    .sync(
      isDryRun: sending.dryRun, allowsDeletes: sending.allowDeletes,
      givesNewIDs: sending.newIds)
  }
}

struct NotesyncRestoreCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring notes back from the server",
    discussion: "The newest 10 without -n or --all. A text that is newer here is never overwritten."
  )

  @Option(
    name: [.customShort("n", allowingJoined: true), .customLong("number")],
    help: ArgumentHelp("How many", valueName: "n")
  )
  var number: Int?

  @Flag(help: "All that the server has")
  var all = false

  @Flag(help: "Also photos and sounds that were removed here")
  var removedMedia = false

  @Flag(name: [.customShort("N"), .long], help: "Show what would happen")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if all, number != nil { throw ValidationError("-n and --all exclude each other") }
    if let number, number < 1 { throw ValidationError("-n needs a number of at least 1") }
  }

  var request: NotesyncRequest {
    .restore(
      count: all ? nil : number ?? 10, bringsRemovedMedia: removedMedia, isDryRun: dryRun)
  }
}

struct NotesyncResyncCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "resync", abstract: "Forget what the server has acknowledged, and nothing else",
    discussion:
      "The next push compares every note with the server, as is needed after the server was reset."
  )

  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .resync }
}

// MARK: - The server

struct NotesyncServeCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run a notesync server for this vault",
    discussion: """
      Phones sign in with an account of tl notesync user add, and their notes become files of the vault. Runs \
      until Ctrl-C. The address must be this machine's own unless TLS is on, or a proxy in front of it does TLS.
      """)

  @Option(help: ArgumentHelp("Where to listen", valueName: "host:port"))
  var listen = "127.0.0.1:8788"

  @OptionGroup var tls: TLSOptions
  @OptionGroup var place: NotesyncAccountsOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest {
    .serve(NotesyncServeSettings(address: listen, tls: tls.choice, accounts: place.accounts))
  }
}

/// Where the accounts of a server are, if not those of the vault.
struct NotesyncAccountsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Accounts with a vault each", valueName: "file"))
  var accounts: String?
}

struct NotesyncUserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Accounts of the server",
    subcommands: [NotesyncUserAddCommand.self, NotesyncUserRemoveCommand.self])
}

struct NotesyncUserAddCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an account, or change its password",
    discussion: """
      Asks for the password twice; without a terminal it is the first line of standard input. A new password \
      signs out all devices.
      """)

  @OptionGroup var account: AccountArgument
  @OptionGroup var place: NotesyncAccountsOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .account(.put(account.name), accounts: place.accounts) }
}

struct NotesyncUserRemoveCommand: NotesyncNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an account; its vault stays",
    discussion: "Devices that use it are signed out at once, even while the server runs.")

  @OptionGroup var account: AccountArgument
  @OptionGroup var place: NotesyncAccountsOptions
  @OptionGroup var global: GlobalOptions

  var request: NotesyncRequest { .account(.remove(account.name), accounts: place.accounts) }
}
