import ArgumentParser
internal import SystemCalls

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
