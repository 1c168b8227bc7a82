internal import VaultFormat

/// Events as comma-separated values (RFC 4180); a cell that a spreadsheet would take for a formula begins with `'`.
package enum EventCSV {
  /// The first row.
  package static let head = "time,end,value,text"

  package static func row(_ event: TrackerEvent) -> String {
    var end = ""
    if case .at(let time) = event.end { end = time.rfc3339 }
    let value = event.values.map { TrackerJSON.value($0).compact }.joined(separator: "/")
    let text = (event.mark.map { [$0.name] } ?? []) + (event.text.isEmpty ? [] : [event.text])
    return [event.begin.rfc3339, end, value, cell(text.joined(separator: ": "))]
      .joined(separator: ",")
  }

  /// By scalars: a combining mark behind a comma makes another character of it.
  private static func cell(_ text: String) -> String {
    let isFormula =
      text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    let safe = (isFormula ? ["'"] : []) + Array(text.unicodeScalars)
    let quote: Unicode.Scalar = "\""
    guard safe.contains(where: { "\",\n\r".unicodeScalars.contains($0) }) else {
      return String(String.UnicodeScalarView(safe))
    }
    let doubled = safe.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return String(String.UnicodeScalarView([quote] + doubled + [quote]))
  }
}
