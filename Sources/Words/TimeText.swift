package import VaultFormat

/// Times for people.
package enum TimeText {
  /// `2026-11-20 18:03`, on the clock of the time's own zone.
  package static func minute(_ time: NoteTime) -> String {
    let minutes = time.secondOfDay / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(time.day) \(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// The same of a time in RFC 3339.
  package static func minute(rfc3339 time: String) -> String {
    time.prefix(16).split(separator: "T", maxSplits: 1).joined(separator: " ")
  }
}
