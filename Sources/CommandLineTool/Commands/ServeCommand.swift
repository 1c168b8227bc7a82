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
      ServeStartCommand.self, ServeLinkCommand.self, ServeTokenCommand.self, ServeFeedCommand.self,
    ],
    defaultSubcommand: ServeStartCommand.self)
}

struct ServeStartCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start the page",
    discussion: """
      At this machine's own address the page has a name that no other vault has, such as \
      tl-9f3ac1d2e8.localhost: other programs on this machine cannot read it. Any other address needs --tls-cert \
      and --tls-key, or a proxy that does TLS, and --origin with the address that browsers use.
      """)

  @Option(help: ArgumentHelp("Where to listen", valueName: "host:port"))
  var listen = "127.0.0.1:8787"

  @Option(help: ArgumentHelp("The address that browsers use", valueName: "url"))
  var origin: String?

  @Option(help: ArgumentHelp("What every address begins with, such as /tl", valueName: "path"))
  var pathPrefix: String?

  @Option(help: ArgumentHelp("The certificate, a PEM file", valueName: "file"))
  var tlsCert: String?

  @Option(help: ArgumentHelp("Its key, a PEM file", valueName: "file"))
  var tlsKey: String?

  @Flag(help: "Listen without TLS because a proxy in front does it")
  var insecureBehindProxy = false

  @Flag(help: "Nothing can be changed in the browser")
  var readOnly = false

  @Flag(help: "Open the browser")
  var open = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if (tlsCert == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-cert and --tls-key belong together")
    }
  }

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest {
    .serve(
      .start(
        ServeSettings(
          address: listen, origin: origin, prefix: pathPrefix ?? "", certificate: tlsCert,
          key: tlsKey, isBehindProxy: insecureBehindProxy, isReadOnly: readOnly, opensBrowser: open)
      ))
  }
}

struct ServeLinkCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Print an address that lets one more browser in",
    discussion: "The address works once, within five minutes, while tl serve runs.")

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest { .serve(.link) }
}
