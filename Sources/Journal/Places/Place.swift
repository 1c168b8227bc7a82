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

extension Place {
  /// What a list shows of it: a short name, else the town, else the name.
  package var inList: String? {
    guard let name, name.count >= 12 else { return name ?? locality }
    return locality ?? name
  }
}

extension NoteDocument {
  /// The name of the place, else of the town.
  var placeName: String? { firstText(of: .place) ?? firstText(of: .locality) }

  /// The text of a key, or the first in its list (`location: [name]`, as importers write it); nil if it is empty.
  fileprivate func firstText(of key: KnownKey) -> String? {
    guard let value = frontMatter?.field(of: key)?.value else { return nil }
    var node: YAMLNode? = value
    if case .sequence(let items, _) = value.content { node = items.first }
    guard let node, !node.isNull, let text = node.text?.trimmingBlanks, !text.isEmpty else {
      return nil
    }
    return text
  }
}
