package import VaultFormat

/// A place as it is typed, for `--place` and `near:`.
package enum PlaceRequest: Hashable, Sendable {
  /// `LAT,LON` or `geo:LAT,LON`.
  case coordinates(Coordinates)
  /// `=NAME`: the name as it is, not looked up.
  case text(String)
  /// A name to be looked up.
  case name(String)

  package init(_ text: String) throws(PlaceError) {
    let text = text.trimmingBlanks
    if Coordinates.isMeant(by: text) {
      do {
        self = .coordinates(try Coordinates(text))
      } catch {
        throw .coordinates(error)
      }
      return
    }
    let isText = text.hasPrefix("=")
    let name = isText ? text.dropFirst().trimmingBlanks : text
    guard !name.isEmpty else { throw .empty }
    self = isText ? .text(name) : .name(name)
  }
}

// MARK: - Looking up

extension PlaceRequest {
  /// The places that are meant: among those of the vault, newest first, else among the cities, most people first.
  ///
  /// A place of the vault that has neither a town nor coordinates counts only if there is no city of that name.
  ///
  /// - Parameter cities: nil without the city file.
  package func resolved(in book: PlaceBook, _ cities: CityFile?) -> PlaceResolution {
    switch self {
    case .coordinates(let coordinates): return .one(Place(coordinates: coordinates))
    case .text(let name): return .one(Place(name: name))
    case .name(let name):
      let choices = Self.choices(for: name, in: book, cities)
      guard choices.isEmpty, let comma = name.lastIndex(of: ",") else {
        return PlaceResolution(choices)
      }
      // As a choice is shown: `Paris, FR`, `Louvre, Paris`.
      let head = name[..<comma].trimmingBlanks
      let shown = "\(head), \(name[name.index(after: comma)...].trimmingBlanks)"
      let known = Self.choices(for: head, in: book, cities).filter { $0.isCalled(shown) }
      let found = cities?.cities(named: head).map(PlaceChoice.init) ?? []
      return PlaceResolution(known.isEmpty ? found.filter { $0.isCalled(shown) } : known)
    }
  }

  private static func choices(
    for name: String, in book: PlaceBook, _ cities: CityFile?
  ) -> [PlaceChoice] {
    let entries = book.entries(named: name)
    let full = entries.filter { $0.place.locality != nil || $0.place.coordinates != nil }
    if !full.isEmpty { return full.map(PlaceChoice.init) }
    let found = cities?.cities(named: name) ?? []
    return found.isEmpty ? entries.map(PlaceChoice.init) : found.map(PlaceChoice.init)
  }
}
