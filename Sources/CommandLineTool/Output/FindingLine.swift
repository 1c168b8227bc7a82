internal import VaultFormat

/// `path:line:column: severity: message`, as editors and compilers write it.
enum FindingLine {
  static func text(_ located: LocatedFinding, _ style: Style) -> String {
    let finding = located.finding
    let place = "\(TerminalText.line(located.path.shown)):\(finding.line):\(finding.column):"
    let severity = finding.severity.rawValue + ":"
    let coloured =
      switch finding.severity {
      case .error: style.red(severity)
      case .warning: style.yellow(severity)
      case .info: style.cyan(severity)
      }
    return "\(place) \(coloured) \(TerminalText.line(finding.message))"
  }
}
