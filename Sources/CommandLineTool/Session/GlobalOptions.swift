import ArgumentParser
internal import SystemCalls

/// Options that every command has, before or after its name.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The vault to use", valueName: "dir"), completion: .directory)
  var vault: String?

  @Flag(name: .shortAndLong, help: "Print only results, warnings and errors")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print more about what is done")
  var verbose = false

  @Flag(name: .customLong("no-input"), help: "Never ask, never open an editor or a picker")
  var noInput = false

  @Flag(help: "Print absolute paths")
  var absolute = false

  @Option(help: ArgumentHelp("When to use colours: auto, always or never", valueName: "when"))
  var color: ColorChoice = .auto

  /// The defaults, for use before the command line has been parsed.
  static var plain: GlobalOptions { (try? GlobalOptions.parse([])) ?? GlobalOptions() }

  /// The names on a command line, and whether a value follows.
  static let names: [String: Bool] = [
    "--vault": true, "--quiet": false, "-q": false, "--verbose": false, "-v": false,
    "--no-input": false, "--absolute": false, "--color": true,
  ]
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// `NO_COLOR`, `CLICOLOR_FORCE` and `TERM=dumb` decide for `auto` (no-color.org, bixense.com/clicolors).
  func isOn(for stream: StandardStream, _ environment: Environment) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if environment["NO_COLOR"] != nil { return false }
      if let force = environment["CLICOLOR_FORCE"], force != "0" { return true }
      return stream.isTerminal && environment["TERM"] != "dumb"
    }
  }
}
