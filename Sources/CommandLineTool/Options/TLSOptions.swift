import ArgumentParser

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
