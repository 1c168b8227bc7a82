package import VaultFormat

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
