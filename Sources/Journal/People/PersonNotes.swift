package import VaultFormat

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
