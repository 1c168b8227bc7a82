internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The ages of those whom listed notes name; looks for persons when the first note names somebody.
final class NoteAges {
  private let vault: OpenVault
  private let index: VaultIndex?
  private lazy var persons = read()

  /// - Parameter index: of all notes, if there is one already.
  init(_ vault: OpenVault, _ index: VaultIndex? = nil) {
    (self.vault, self.index) = (vault, index)
  }

  func ages(of note: NoteFile) -> [PersonAge] {
    guard note.metadata.namesPeople, let (book, leapDay) = persons else { return [] }
    return book.ages(in: note.document, at: note.metadata.date ?? note.created, leapDay: leapDay)
  }

  private func read() -> (PersonBook, LeapDay)? {
    guard let index = index ?? (try? vault.source.scanner().scan(keepsText: false)) else {
      return nil
    }
    let book = vault.source.persons(of: index)
    return book.persons.isEmpty ? nil : (book, JournalSettings(vault.vault.configuration).leapDay)
  }
}

extension [PersonAge] {
  /// Of those who are no adults, for a list: `Kaia 12 months, Mira week 30+0`; safe for a terminal.
  var listText: String {
    filter(\.age.isUnder18).map { TerminalText.line($0.text) }.joined(separator: ", ")
  }

  /// `[{person, text, years, months, days}]`.
  var json: JSONValue {
    .array(
      map { entry in
        func number(_ value: Int?) -> JSONValue { value.map { .int($0) } ?? .null }
        return .object([
          ("person", .string(entry.name)), ("text", .string(entry.age.text)),
          ("years", number(entry.age.years)), ("months", number(entry.age.months)),
          ("days", number(entry.age.days)),
        ])
      })
  }
}

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
