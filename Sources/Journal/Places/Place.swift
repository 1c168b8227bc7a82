package import VaultFormat

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
