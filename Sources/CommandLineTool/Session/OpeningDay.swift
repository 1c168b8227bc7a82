internal import Journal
internal import VaultFormat
internal import Words

/// The day on which a note is to open, as typed.
enum OpeningDay {
  /// A day to come.
  ///
  /// - Throws: a usage error for a day that has begun, and for anything longer than a day.
  static func day(_ text: String, option: String, in vault: OpenVault) throws -> CalendarDay {
    let day = try EventWords.time(text, option: option, in: vault, direction: .future).day
    guard vault.now.day < day else {
      throw Problem(
        usage: "\(day) has begun already",
        hint: "a note is sealed until a day to come, such as 2043-05-17")
    }
    return day
  }

  /// The day on which somebody reaches an age: `kaia 18 years`.
  static func day(ofAge text: String, option: String, in vault: OpenVault) throws -> CalendarDay {
    guard let wanted = AgeRequest(text) else {
      throw Problem(
        usage: "'\(text)' is not an age", hint: "write a name and an age: \(option) 'kaia 18 years'"
      )
    }
    let finder = try PersonFinder(vault)
    let person = try finder.person(named: wanted.name)
    guard let day = person.day(ofAge: wanted.age, leapDay: finder.settings.leapDay) else {
      throw Problem(
        "it is not known when \(person.title) will be so old",
        hint: "tl set \(person.path.shown) birthday=2025-05-17")
    }
    guard vault.now.day < day else {
      throw Problem(usage: "\(person.title) was so old on \(day) already")
    }
    return day
  }

  /// What sealing does and does not do.
  static let warning =
    "the file, its history and what apps already have stay readable; this hides it, it does not lock it"
}
