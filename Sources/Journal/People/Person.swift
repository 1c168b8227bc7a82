package import VaultFormat

/// A person: a page with `tl: person`, or a note without `tl` that has a readable birthday, as in vaults of other
/// programs (docs/vault-format.md, part K).
///
/// A value that cannot be read counts as absent.
package struct Person: NamedPage, Hashable {
  package var path: VaultPath
  package var id: NoteID
  package var title: String
  package var aliases: [String]
  package var role: PersonRole?
  package var birthday: PartialDate?
  /// The day on which the birth was expected.
  package var dueDate: CalendarDay?
  package var died: PartialDate?
  /// The name of a file in the media of the page.
  package var avatar: String?
  package var icon: String?
  package var color: String?
  /// Of the pages that a member of circles is shown.
  package let language: Language?

  /// Nil if the document is no person, a conflict copy, or sealed until a later day than `today`.
  ///
  /// - Parameter id: of a document that stores none.
  package init?(
    _ document: NoteDocument, at path: VaultPath, id: NoteID, today: CalendarDay,
    zone: TimeZoneRules
  ) {
    guard let frontMatter = document.frontMatter, !document.isWithheld(on: today, zone: zone) else {
      return nil
    }
    let fields = PageFields(of: document, as: .person)
    func date(_ key: PageKey) -> PartialDate? {
      fields.text(key).flatMap { PartialDate($0, zone: zone) }
    }
    birthday = date(.birthday)
    let isPage = frontMatter.field(of: .kind).map { !$0.value.isNull } ?? false
    guard isPage ? PageKind(of: document) == .person : birthday != nil else { return nil }
    let metadata = NoteMetadata(of: document, zone: zone)
    self.path = path
    self.id = metadata.id ?? id
    title = document.title(metadata, at: path)
    aliases = metadata.aliases
    role = fields.text(.role).map(PersonRole.init)
    if case .day(let time) = date(.dueDate) { dueDate = time.day }
    died = date(.died)
    avatar = fields.text(.avatar)
    icon = fields.text(.icon)
    color = fields.text(.color)
    language = fields.text(.language).map { Language($0) }
  }

  /// The codes of the languages in which members are shown notes; English for any other.
  package static let languages = ["en", "de", "vi"]

  /// Whether somebody has died before a day; on the day of death itself nobody has.
  ///
  /// Of a death of which only the month or year is known, the first day counts; one in an unknown year counts always.
  package func isDead(on day: CalendarDay) -> Bool {
    guard let died else { return false }
    return died.firstDay.map { $0 < day } ?? true
  }
}

extension Person {
  /// What stands in the place of a picture: the first letters of the first and the last word of the title, as capitals.
  package var initials: String {
    let words = title.split(whereSeparator: \.isWhitespace)
    return [words.first, words.dropFirst().last].compactMap { word in
      word.flatMap { $0.first { $0.isLetter || $0.isNumber } ?? $0.first }?.uppercased()
    }.joined()
  }

  /// The index of a colour among `count`, the same on every device: from the SHA-1 of the id.
  package func colorIndex(among count: Int) -> Int {
    guard count > 0, let byte = SHA1.digest(of: Array(id.text.utf8)).first else { return 0 }
    return Int(byte) % count
  }
}

/// What somebody is to the writer: the key `role` of a person.
package enum PersonRole: Hashable, Sendable {
  case child, parent, family, friend
  /// Any other text.
  case other(String)

  /// Ignores case; `baby` and `familyMember` are other names of `child` and `family`.
  package init(_ text: String) {
    self =
      switch text.lowercased() {
      case "child", "baby": .child
      case "parent": .parent
      case "family", "familymember": .family
      case "friend": .friend
      default: .other(text)
      }
  }

  package var text: String {
    switch self {
    case .child: "child"
    case .parent: "parent"
    case .family: "family"
    case .friend: "friend"
    case .other(let text): text
    }
  }
}

/// A date of a life, as exactly as it is known: the value of `birthday` or `died` of a person.
package enum PartialDate: Hashable, Sendable {
  /// `2025-05-17`, `2025-05-17T05:17:00+02:00`, `2 March 1958`.
  case day(NoteTime)
  /// `1958-03`, with the first day of the month.
  case month(CalendarDay)
  /// `1958`, with the first day of the year.
  case year(CalendarDay)
  /// `--03-02`, with that day of the year 2000, which has a 29 February.
  case yearless(CalendarDay)

  /// Nil if the text is no such date, or the calendar has no such day.
  ///
  /// - Parameter zone: of a clock time without an offset.
  package init?(_ text: String, zone: TimeZoneRules) {
    if let time = NoteTime(text, zone: zone) {
      self = .day(time)
      return
    }
    let words = text.split { $0.isWhitespace || $0 == "," }
    switch words.count {
    case 1: self.init(word: words[0])
    case 3 where words[2].utf8.count == 4 && words[2].utf8.allSatisfy(\.isASCIIDigit):
      // `2 March 1958`; with a year it does not depend on now.
      guard let date = try? DateExpression(text, now: 0, zone: zone), date.isPoint else {
        return nil
      }
      self = .day(date.startTime(zone: zone))
    default: return nil
    }
  }

  private init?(word: Substring) {
    if let first = CalendarDay("\(word)-01-01") {
      self = .year(first)
    } else if let first = CalendarDay("\(word)-01") {
      self = .month(first)
    } else if word.hasPrefix("--"), let day = CalendarDay("2000\(word.dropFirst())") {
      self = .yearless(day)
    } else {
      return nil
    }
  }

  /// The day, or the first day of the month or year; nil if the year is unknown.
  package var firstDay: CalendarDay? {
    switch self {
    case .day(let time): time.day
    case .month(let first), .year(let first): first
    case .yearless: nil
    }
  }

  /// The same day in another year; nil if only a month or a year is known, and for a year before the date.
  package func anniversary(inYear year: Int, leapDay: LeapDay) -> CalendarDay? {
    let day: CalendarDay
    switch self {
    case .day(let time) where time.day.year <= year: day = time.day
    case .yearless(let any): day = any
    case .day, .month, .year: return nil
    }
    guard 0...9999 ~= year else { return nil }
    return day.adding(year - day.year, .year, leapDay: leapDay)
  }
}

extension PartialDate: CustomStringConvertible {
  /// The shortest of the accepted texts: `2025-05-17`, `1958-03`, `1958`, `--03-02`.
  package var description: String {
    switch self {
    case .day(let time): time.rfc3339
    case .month(let first): String(first.description.prefix(7))
    case .year(let first): String(first.description.prefix(4))
    case .yearless(let day): "-\(day.description.dropFirst(4))"
    }
  }
}

/// A birthday of a person in one year.
package struct PersonBirthday: Sendable {
  package let person: Person
  package let day: CalendarDay
  /// Years since birth, 0 on the day of birth; nil if the year of birth is unknown.
  package let years: Int?
  /// Whether the person has died before that day.
  package let isMemorial: Bool

  /// The age that the person reaches; nil for one who has died, and if the year of birth is unknown.
  package var turns: Int? { isMemorial ? nil : years }

  /// `Kaia turns 2`, `Farmor Ingrid, born 99 years ago`, `Onkel Tom has a birthday`.
  package var text: String {
    let name = person.title
    if let turns { return turns == 0 ? "Birth of \(name)" : "\(name) turns \(turns)" }
    if let years { return "\(name), born \(years.counted("year")) ago" }
    return "\(name) has a birthday"
  }
}

extension Person {
  /// Nil if the day or the month of birth is unknown, and for a year before birth.
  package func birthday(inYear year: Int, leapDay: LeapDay) -> PersonBirthday? {
    guard let day = birthday?.anniversary(inYear: year, leapDay: leapDay) else { return nil }
    return PersonBirthday(
      person: self, day: day, years: birthday?.firstDay.map { year - $0.year },
      isMemorial: isDead(on: day))
  }

  /// The first birthday that is not before a day; for somebody not yet born, the day of birth.
  package func nextBirthday(onOrAfter day: CalendarDay, leapDay: LeapDay) -> PersonBirthday? {
    let year = max(day.year, birthday?.firstDay?.year ?? 0)
    return [year, year + 1].lazy.compactMap { birthday(inYear: $0, leapDay: leapDay) }
      .first { $0.day >= day }
  }
}

extension PersonBook {
  /// The birthdays on a day, in the order of `persons`; those of the dead too, as memorials.
  package func birthdays(on day: CalendarDay, leapDay: LeapDay) -> [PersonBirthday] {
    persons.compactMap { $0.birthday(inYear: day.year, leapDay: leapDay) }.filter { $0.day == day }
  }
}
