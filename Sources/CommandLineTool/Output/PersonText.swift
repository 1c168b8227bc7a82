internal import Journal
internal import VaultFormat

/// Persons as they are printed.
enum PersonText {
  /// `born 2025-05-17`, `born 1899, died 1977-12-25`, `due 2026-03-01`; safe for a terminal.
  static func dates(_ person: Person) -> String {
    var parts: [String] = []
    if let birthday = person.birthday {
      parts.append("born \(day(birthday))")
    } else if let due = person.dueDate {
      parts.append("due \(due)")
    }
    if let died = person.died { parts.append("died \(day(died))") }
    return parts.joined(separator: ", ")
  }

  private static func day(_ date: PartialDate) -> String {
    if case .day(let time) = date { return "\(time.day)" }
    return "\(date)"
  }
}
