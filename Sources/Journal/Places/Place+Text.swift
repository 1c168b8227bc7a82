internal import VaultFormat

extension Place {
  /// What is shown of it: as in lists, else the coordinates.
  package var text: String? {
    PlaceInList.text(name: name, locality: locality) ?? coordinates?.text
  }
}

extension City {
  /// What is shown of a position near it.
  package var nearText: String { "near \(name)" }
}
