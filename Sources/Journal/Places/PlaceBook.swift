package import VaultFormat

/// The places of a vault, from the notes that name them.
package struct PlaceBook: Sendable {
  /// Newest first; each has a name or a town.
  package let entries: [PlaceAtlas.Entry]
}

extension PlaceBook {
  /// Notes with the same name and the same town have one place; both are compared after NFC and case folding.
  ///
  /// - Parameter notes: the place of each note, and its day.
  package init(_ notes: some Sequence<(place: Place, day: CalendarDay)>) {
    let named = notes.filter { $0.place.name != nil || $0.place.locality != nil }
    entries = PlaceAtlas(named, cities: nil).entries
  }

  /// Those that have coordinates.
  package var located: PlaceBook {
    PlaceBook(entries: entries.filter { $0.place.coordinates != nil })
  }

  /// The places with a name, or without one in a town with that name; newest first.
  package func entries(named name: String) -> [PlaceAtlas.Entry] {
    let key = NameKey(name.utf8)
    return entries.filter { entry in
      (entry.place.name ?? entry.place.locality).map { NameKey($0.utf8) == key } ?? false
    }
  }
}

/// What the notes of one place have in common.
struct PlaceNames: Hashable {
  private let name: NameKey?
  private let locality: NameKey?

  /// Nil for a place without a name and a town.
  init?(_ place: Place) {
    guard place.name != nil || place.locality != nil else { return nil }
    name = place.name.map { NameKey($0.utf8) }
    locality = place.locality.map { NameKey($0.utf8) }
  }
}

extension PlaceAtlas.Entry {
  /// The object of `tl places --json`.
  package var json: JSONValue {
    .object([
      ("place", .text(place.name)), ("locality", .text(place.locality)),
      ("coordinates", place.coordinates?.json ?? .null), ("notes", .int(notes)),
      ("last", .string("\(last)")),
    ])
  }
}

/// Where a note belongs: a place, its town and its position, each of which may be missing.
package struct Place: Hashable, Sendable {
  /// The landmark.
  package var name: String?
  /// The town.
  package var locality: String?
  package var coordinates: Coordinates?

  package init(name: String? = nil, locality: String? = nil, coordinates: Coordinates? = nil) {
    (self.name, self.locality, self.coordinates) = (name, locality, coordinates)
  }

  package init(of document: NoteDocument) {
    name = document.firstText(of: .place)
    locality = document.firstText(of: .locality)
    coordinates = document.coordinates
  }
}

extension NoteDocument {
  /// The name of the place, else of the town.
  var placeName: String? { firstText(of: .place) ?? firstText(of: .locality) }
}

extension Place {
  /// What is shown of it: as in lists, else the coordinates.
  package var text: String? {
    PlaceInList.text(name: name, locality: locality) ?? coordinates?.text
  }
}
