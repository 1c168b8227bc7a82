import ArgumentParser

struct ServeTrustCommand: NetworkCommand {
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

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest { .serve(.trust(port: Int(port), pagePort: Int(pagePort))) }
}
