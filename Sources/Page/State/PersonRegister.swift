internal import Journal
internal import VaultFormat

/// The persons of a state of the vault, and the settings by which their ages are counted.
struct PersonRegister: Sendable {
  let book: PersonBook
  let settings: JournalSettings
  /// The part of the address that names each person.
  private let segments: [VaultPath: String]
  private let bySegment: [String: Person]

  init(_ book: PersonBook, _ settings: JournalSettings) {
    (self.book, self.settings) = (book, settings)
    let stems = Dictionary(grouping: book.persons, by: \.name)
    let segments = Dictionary(
      uniqueKeysWithValues: book.persons.map { person in
        // Two files of one name are told apart by their ids.
        let isAlone = stems[person.name]?.count == 1 && !person.name.contains("\u{FFFD}")
        return (person.path, isAlone ? person.name : NoteAddress.segment(of: person.id))
      })
    self.segments = segments
    bySegment = Dictionary(
      book.persons.map { (segments[$0.path] ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The person whose page has this segment in its address.
  func person(at segment: String) -> Person? { bySegment[segment] }

  /// The address of a person's page, without the site's prefix.
  func path(of person: Person) -> String {
    "/people/" + PercentEncoding.encoded((segments[person.path] ?? "").utf8)
  }

  var chosen: Person? { book.chosen(by: settings.person) }

  /// The person who was born last, or is expected last; nil if no year of birth is known.
  var youngest: Person? { book.persons.youngest { $0.birthday?.firstDay ?? $0.dueDate }?.person }

  /// The chosen person first, then all others by name.
  var sorted: [Person] {
    let chosen = chosen?.path
    return book.persons.sorted { a, b in
      if (a.path == chosen) != (b.path == chosen) { return a.path == chosen }
      let (first, second) = (NameKey(a.title.utf8).bytes, NameKey(b.title.utf8).bytes)
      return first == second ? a.path < b.path : first.lexicographicallyPrecedes(second)
    }
  }

  /// The age of a person at a time.
  func age(of person: Person, at time: NoteTime) -> Age? {
    Age(of: person, at: time, leapDay: settings.leapDay)
  }
}

extension [Person] {
  /// The person who is alive and has the latest of some days, with that day; of two, the first by path.
  func youngest(by day: (Person) -> CalendarDay?) -> (person: Person, day: CalendarDay)? {
    filter { $0.died == nil }
      .compactMap { person in day(person).map { (person: person, day: $0) } }
      .max { ($0.day, $1.person.path) < ($1.day, $0.person.path) }
  }
}
