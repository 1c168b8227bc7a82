import ArgumentParser
internal import SystemCalls

/// What is served, and where.
struct ServeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where to listen", valueName: "host:port"))
  var listen = defaultAddress

  @Option(help: "The port alone: 8080 for --listen 127.0.0.1:8080")
  var port: UInt16?

  @Flag(help: "Listen at home: on this machine's private addresses, with a certificate of its own")
  var lan = false

  @Option(help: ArgumentHelp("The address that browsers use", valueName: "url"))
  var origin: String?

  @Option(help: ArgumentHelp("What every address begins with, such as /tl", valueName: "path"))
  var pathPrefix: String?

  @OptionGroup var tls: TLSOptions

  @Option(
    help: ArgumentHelp(
      "Serve the page alone, or what the phone apps sync with: page or notesync",
      valueName: "what"))
  var only: ServeSettings.Part?

  @Flag(help: "Nothing can be changed in the browser")
  var readOnly = false

  @Flag(help: "Print no address that lets a browser in; tl serve link prints one")
  var noLink = false

  func validate() throws {
    if port != nil, listen != Self.defaultAddress {
      throw ValidationError("--port and --listen cannot be used together")
    }
    if lan {
      if origin != nil || only == .notesync || tls.choice.isGiven {
        throw ValidationError(
          "--lan excludes --origin, --tls-cert, --insecure-behind-proxy and --only notesync: it has an address and a certificate of its own"
        )
      }
      if listen != Self.defaultAddress, !listen.hasPrefix(":") {
        throw ValidationError("with --lan, --listen has a port only, such as :8787")
      }
    }
    if only == .notesync, origin != nil || pathPrefix != nil || readOnly || noLink {
      throw ValidationError(
        "--only notesync excludes --origin, --path-prefix, --read-only and --no-link: there is no page"
      )
    }
  }

  private static let defaultAddress = "127.0.0.1:8787"

  func settings(opensBrowser: Bool) -> ServeSettings {
    ServeSettings(
      isHome: lan, address: port.map { lan ? ":\($0)" : "127.0.0.1:\($0)" } ?? listen,
      origin: origin, prefix: pathPrefix ?? "", tls: tls.choice,
      only: only,
      isReadOnly: readOnly, opensBrowser: opensBrowser, printsLink: !noLink)
  }
}

extension ServeSettings.Part: ExpressibleByArgument {}

extension ServeSettings {
  /// The options that mean the same in every folder.
  package var arguments: [String] {
    var words = isHome ? ["--lan"] : []
    words += ["--listen", address]
    if let origin { words += ["--origin", origin] }
    if !prefix.isEmpty { words += ["--path-prefix", prefix] }
    if let certificate = tls.certificate, let key = tls.key {
      words += ["--tls-cert", Self.absolute(certificate), "--tls-key", Self.absolute(key)]
    }
    if tls.isBehindProxy { words.append("--insecure-behind-proxy") }
    if let only { words += ["--only", only.rawValue] }
    if isReadOnly { words.append("--read-only") }
    if !printsLink { words.append("--no-link") }
    return words
  }

  /// Keeps the last name: a certificate that is renewed is often a link that leads to another file then.
  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let folder = SystemPath.parent(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return (SystemPath.resolved(folder) ?? folder) + "/" + name
  }
}

/// The account that a command makes, changes or removes.
struct AccountArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The account's name", valueName: "name"))
  var name: String
}

/// How a server comes to have TLS.
struct TLSOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The certificate, a PEM file", valueName: "file"))
  var tlsCert: String?

  @Option(help: ArgumentHelp("Its key, a PEM file", valueName: "file"))
  var tlsKey: String?

  @Flag(help: "Listen without TLS because a proxy in front does it")
  var insecureBehindProxy = false

  func validate() throws {
    if (tlsCert == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-cert and --tls-key belong together")
    }
  }

  var choice: TLSChoice {
    TLSChoice(certificate: tlsCert, key: tlsKey, isBehindProxy: insecureBehindProxy)
  }
}
