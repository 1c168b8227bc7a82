import ArgumentParser
internal import VaultFormat

/// The lowest severity that is listed.
enum FindingLevel: String, ExpressibleByArgument, CaseIterable {
  case error, warning, info

  func lists(_ severity: Finding.Severity) -> Bool {
    switch self {
    case .error: severity == .error
    case .warning: severity != .info
    case .info: true
    }
  }
}
