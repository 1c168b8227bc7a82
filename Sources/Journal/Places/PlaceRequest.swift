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

/// What a name means among the places of a vault and the cities.
package enum PlaceResolution: Hashable, Sendable {
  case one(Place)
  /// To choose from, the most likely one first.
  case several([PlaceChoice])
  case none

  init(_ choices: [PlaceChoice]) {
    switch choices.count {
    case 0: self = .none
    case 1: self = .one(choices[0].place)
    default: self = .several(choices)
    }
  }
}

/// One of several places with a name.
package struct PlaceChoice: Hashable, Sendable {
  package let place: Place
  /// A line for a list: `Springfield, US (America/Chicago, 37.2153, -93.2982)`.
  ///
  /// May hold the user's text; escape it before printing it to a terminal.
  package let text: String

  init(_ entry: PlaceAtlas.Entry) {
    self.init(entry.place, in: entry.place.name == nil ? nil : entry.place.locality)
  }

  init(_ city: City) {
    self.init(Place(name: city.name, coordinates: city.coordinates), in: city.country, city.zone)
  }

  /// Whether a text is its name and region, as `text` begins; compared after NFC and case folding.
  func isCalled(_ name: String) -> Bool {
    let shown = text.firstRange(of: " (").map { String(text[..<$0.lowerBound]) } ?? text
    return NameKey(shown.utf8) == NameKey(name.utf8)
  }

  private init(_ place: Place, in region: String?, _ zone: String? = nil) {
    self.place = place
    let names = [place.name ?? place.locality, region].compactMap { $0 }.joined(separator: ", ")
    let details = [zone, place.coordinates?.text].compactMap { $0 }.joined(separator: ", ")
    text = details.isEmpty ? names : "\(names) (\(details))"
  }
}

/// The reason why a typed place cannot be used.
///
/// Contains the user's text, which is not escaped.
package enum PlaceError: Error, Hashable, Sendable {
  case empty
  case coordinates(CoordinatesError)
  /// The name has several places, and nobody can be asked which is meant.
  case several(String, [PlaceChoice])
  /// What stands behind the last comma of `near:` is a number, but no radius.
  case notADistance(String)

  /// What to type instead; printed after "hint: ".
  package var hint: String {
    switch self {
    case .empty: "write a name, or coordinates such as 63.43,10.39"
    case .coordinates(let error): error.hint
    case .several(let name, _):
      "give coordinates, or --place =\(name.clipped) for the name alone"
    case .notADistance: "write kilometres, such as near:Tokyo,5"
    }
  }
}

extension PlaceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the place is empty"
    case .coordinates(let error): "\(error)"
    case .several(let name, let choices): "'\(name.clipped)' is \(choices.count) places"
    case .notADistance(let text): "'\(text)' is not a distance"
    }
  }
}
