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
    var places: [NameKey: [Int]] = [:]
    for (place, person) in self.persons.enumerated() {
      for name in Set(person.names) { places[name, default: []].append(place) }
    }
    self.places = places
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
