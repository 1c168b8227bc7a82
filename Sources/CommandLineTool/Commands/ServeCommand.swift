import ArgumentParser

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show the vault in the browser",
    discussion: """
      tl serve prints an address that opens the timeline, once and within five minutes; after that the browser is \
      signed in. It runs until Ctrl-C. What is written there are the same files, and a change by any other program is \
      on an open page at once.
      """,
    subcommands: [
      ServeStartCommand.self, ServeLinkCommand.self, ServeTrustCommand.self, ServeUserCommand.self,
      ServeTokenCommand.self,
      ServeFeedCommand.self, ServeInstallCommand.self, ServeUninstallCommand.self,
    ],
    defaultSubcommand: ServeStartCommand.self)
}

struct ServeStartCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start the page",
    discussion: """
      At this machine's own address the page has a name that no other vault has, such as \
      tl-9f3ac1d2e8.localhost: other programs on this machine cannot read it. Any other address needs --tls-cert \
      and --tls-key, or a proxy that does TLS, and --origin with the address that browsers use.

      --lan needs none of that: the page is at https://HOST.local:8787 for every device at home, with a certificate \
      that tl makes. tl serve trust says how a phone comes to trust it. Make an account first: tl serve user add NAME.

      With accounts of tl serve user, people sign in by name and password, and phone apps sync with the same \
      address as with tl notesync serve.
      """)

  @OptionGroup var serving: ServeOptions

  @Flag(help: "Open the browser")
  var open = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if serving.only == .notesync, open {
      throw ValidationError("--only notesync excludes --open: there is no page")
    }
  }

  var request: ServeRequest { .start(serving.settings(opensBrowser: open)) }
}

struct ServeLinkCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Print an address that lets one more browser in",
    discussion: "The address works once, within five minutes, while tl serve runs.")

  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .link }
}

struct ServeTrustCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Have a phone trust the certificate of tl serve --lan",
    discussion: """
      For ten minutes, or until Ctrl-C, devices at home find the certificate at the address that this prints, on a \
      terminal also as a code for a phone's camera, and how to trust it. Nothing of the vault is there. Compare the \
      fingerprint with what the device says of the certificate.
      """)

  @Option(help: "Where to listen")
  var port: UInt16 = 8789

  @Option(help: ArgumentHelp("The port of tl serve --lan", valueName: "port"))
  var pagePort: UInt16 = 8787

  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .trust(port: Int(port), pagePort: Int(pagePort)) }
}

struct ServeInstallCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Have systemd run tl serve for this vault",
    discussion: """
      Writes a user unit below ~/.config/systemd/user, which runs tl serve with these options, and says how to start \
      it. There is one for each vault. It prints no address with a code: tl serve link does.
      """)

  @OptionGroup var serving: ServeOptions

  @Flag(name: [.customShort("N"), .long], help: "Print the unit, write nothing")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  var request: ServeRequest {
    var settings = serving.settings(opensBrowser: false)
    // What a unit prints is kept in the journal.
    settings.printsLink = settings.only == .notesync
    return .install(settings, isDryRun: dryRun)
  }
}

struct ServeUninstallCommand: ServeNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Remove what tl serve install has written")

  @Flag(name: [.customShort("N"), .long], help: "Print which file would go, remove nothing")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  var request: ServeRequest { .uninstall(isDryRun: dryRun) }
}
