internal import VaultFormat

extension Place {
  /// What is shown of it: the name if it is short, else the town, else the name, else the coordinates.
  package var text: String? {
    guard let name else { return locality ?? coordinates?.text }
    return name.prefix(Self.longName).count < Self.longName ? name : locality ?? name
  }

  /// A name of so many characters is shown only where there is no town.
  private static let longName = 12
}

extension City {
  /// What is shown of a position near it.
  package var nearText: String { "near \(name)" }
}
