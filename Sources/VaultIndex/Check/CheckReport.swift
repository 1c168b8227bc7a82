internal import VaultFormat
internal import VaultStore

/// The combined findings and repairs of all threads.
struct CheckReport {
  var findings: [LocatedFinding]
  var repairs: [Repair] = []

  mutating func add(
    _ path: VaultPath, _ severity: Finding.Severity, code: Finding.Code, message: String,
    line: Int = 1, column: Int = 1
  ) {
    findings.append(
      LocatedFinding(path, Finding(severity, code, message: message, line: line, column: column)))
  }
}
