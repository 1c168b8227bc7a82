package import VaultFormat
package import VaultIndex
package import VaultStore

/// The persons of a vault, as they are on the disk now.
package struct PersonBook: Sendable {
  /// Sorted by path.
  package let persons: [Person]
  private let places: [NameKey: [Int]]

  /// Reads the files that the index has marked as persons, and the notes that have a birthday.
  ///
  /// A file that is gone since the scan, or that the scan has reported as unreadable, is left out.
  package init(
    of vault: Vault, _ index: VaultIndex, today: CalendarDay,
    zone: TimeZoneRules
  ) {
    let reader = PageReader(vault: vault, index: index, zone: zone, today: today)
    let pages = reader.documents { flags in
      flags.kind == .person || flags.kind == nil && flags.contains(.hasBirthday)
    }
    self.init(
      pages.compactMap { position, document in
        Person(
          document, at: index.path(position), id: index.id(position), today: today, zone: zone)
      })
  }

  package init(_ persons: [Person]) {
    self.persons = persons.sorted { $0.path < $1.path }
    places = self.persons.placesByName
  }

  /// The persons with a name, in whatever case and normal form; several if they share it.
  package func persons(called name: String) -> [Person] {
    (places[NameKey(name.utf8)] ?? []).map { persons[$0] }
  }

  /// The person of the vault, whom its settings name as a command does, or by the path of the page; nil if they name
  /// nobody, or several fit.
  package func chosen(by name: String?) -> Person? {
    guard let name else { return nil }
    if case .one(let place) = NameSearch(name, among: persons) { return persons[place] }
    return persons.first { $0.path.text == name }
  }

  /// The persons whom names mean, each once under its title, and the names that mean nobody or several.
  package func persons(named names: [String]) -> [(name: String, person: Person?)] {
    var seen: Set<VaultPath> = []
    return names.compactMap { name in
      let found = persons(called: name)
      guard found.count == 1 else { return (name, nil) }
      return seen.insert(found[0].path).inserted ? (found[0].title, found[0]) : nil
    }
  }

  /// What the keys `people` and `author` of a note may say for the person whom a query calls `name`: any of the person's
  /// names, and that name itself, which need not have a page.
  package func spellings(of name: String) -> [String] {
    [name] + persons(called: name).flatMap(\.spelledNames)
  }
}

/// How old somebody is whom a note names.
package struct PersonAge: Hashable, Sendable {
  package let name: String
  package let age: Age

  /// `Kaia 12 months`.
  package var text: String { "\(name) \(age.text)" }
}

extension PersonBook {
  /// The ages, on its day, of those whom a note names, in its order; without those whose age is not known, and without
  /// names that several persons have.
  ///
  /// - Parameter time: of the note.
  package func ages(
    in note: NoteDocument, at time: NoteTime, leapDay: LeapDay
  ) -> [PersonAge] {
    persons(named: note.names(of: .people)).compactMap { name, person in
      person.flatMap { Age(of: $0, at: time, leapDay: leapDay) }.map {
        PersonAge(name: name, age: $0)
      }
    }
  }
}

/// Which notes name whom in their key `people`.
package struct PersonNotes: Sendable {
  private let facts: [NoteFacts]
  private let places: [NameKey: [Int]]

  /// - Parameter facts: without those that count nowhere.
  package init(_ facts: [NoteFacts]) {
    self.facts = facts
    var places: [NameKey: [Int]] = [:]
    for (place, note) in facts.enumerated() {
      for name in Set(note.people.map { NameKey($0.utf8) }) {
        places[name, default: []].append(place)
      }
    }
    self.places = places
  }

  /// The notes that name a person by any of the names, in the order in which they were given.
  package func notes(naming person: Person) -> [NoteFacts] {
    notes(naming: Set(person.names))
  }

  /// Those that have any of the names.
  package func notes(naming names: Set<NameKey>) -> [NoteFacts] {
    let found = names.reduce(into: Set<Int>()) { $0.formUnion(places[$1] ?? []) }
    return found.sorted().map { facts[$0] }
  }

  package func count(of person: Person) -> Int {
    let names = Set(person.names)
    guard names.count > 1 else { return names.first.flatMap { places[$0]?.count } ?? 0 }
    return names.reduce(into: Set<Int>()) { $0.formUnion(places[$1] ?? []) }.count
  }
}

extension Person {
  /// - Parameters:
  ///   - age: today; nil if it is not known.
  ///   - notes: how many name the person.
  package func json(age: Age?, notes: Int) -> JSONValue {
    .object([
      ("id", .string(id.text)), ("name", .string(title)), ("path", .string(path.text)),
      ("role", .text(role?.text)), ("birthday", .text(birthday?.description)),
      ("due_date", .text(dueDate?.description)), ("died", .text(died?.description)),
      ("age", .text(age?.text)), ("notes", .int(notes)),
    ])
  }
}

extension PersonBirthday {
  package var json: JSONValue {
    .object([
      ("person", .string(person.title)), ("turns", turns.map { .int($0) } ?? .null),
      ("memorial", .bool(isMemorial)),
    ])
  }
}
