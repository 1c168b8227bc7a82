package import VaultFormat
package import VaultIndex
internal import VaultStore

/// What the pages and settings of a vault say about the names in a query.
///
/// Persons are asked for with a query that names one; trackers are not looked up.
package final class PageResolver: QueryResolver {
  private let settings: JournalSettings
  private let readPersons: () -> PersonBook
  private lazy var persons = readPersons()
  private let places: PlaceBook?
  private let cities: CityFile?

  /// - Parameters:
  ///   - places: of the notes, for `near:NAME`; nil if names of places are not looked up.
  ///   - cities: nil without the city file.
  package init(
    _ settings: JournalSettings, places: PlaceBook? = nil, cities: CityFile? = nil,
    persons: @escaping () -> PersonBook
  ) {
    (self.settings, self.places, self.cities) = (settings, places?.located, cities)
    readPersons = persons
  }

  convenience init(_ reader: PageReader) {
    self.init(JournalSettings(reader.vault.configuration)) {
      PersonBook(of: reader.vault, reader.index, today: reader.today, zone: reader.zone)
    }
  }

  package func spellings(of name: String, for key: KnownKey) -> [String] {
    switch key {
    case .people, .author: persons.spellings(of: name)
    case .milestone: MilestoneCatalogue(settings: settings.milestones).spellings(of: name)
    case .weather: WeatherClass.spellings(of: name)
    default: [name]
    }
  }

  package func age(
    _ text: String
  ) throws(QueryParser.Failure) -> (names: [String], days: ClosedRange<CalendarDay>)? {
    guard let range = AgeRange(text), let name = range.name ?? settings.person,
      case .one(let index) = NameSearch(name, among: persons.persons)
    else { return nil }
    let person = persons.persons[index]
    return range.days(of: person, leapDay: settings.leapDay).map { (person.spelledNames, $0) }
  }

  package func circle(_ text: String) throws(QueryParser.Failure) -> CoordinateCircle? {
    let request: NearRequest
    do {
      request = try NearRequest(text)
    } catch {
      throw .unresolved(message: "\(error)", hints: [error.hint])
    }
    switch request.place {
    case .coordinates(let center): return request.circle(around: center)
    case .text(let name), .name(let name):
      guard let places else { return nil }
      switch PlaceRequest.name(name).resolved(in: places, cities) {
      case .one(let place): return place.coordinates.map(request.circle)
      case .several(let choices):
        throw .unresolved(
          message: "\(PlaceError.several(name, choices))", hints: choices.prefix(5).map(\.text))
      case .none:
        throw .unresolved(
          message: "no note with coordinates and no city is called '\(name.clipped)'",
          hints: [NearRequest.coordinatesHint])
      }
    }
  }
}

/// The value of `near:`, a place and a radius: `Tokyo`, `Tokyo,20`, `48.86,2.34,0.5`.
package struct NearRequest: Hashable, Sendable {
  package let place: PlaceRequest
  /// Finite, and greater than 0.
  package let kilometers: Double

  /// The radius of a value without one.
  private static let usualKilometers = 5.0

  /// What to type where a name is not clear; printed after "hint: ".
  package static let coordinatesHint = "give coordinates, such as near:63.43,10.39,5"

  package init(_ text: String) throws(PlaceError) {
    guard let radius = Self.radius(in: text) else {
      (place, kilometers) = (try PlaceRequest(text), Self.usualKilometers)
      return
    }
    guard radius.number.isFinite, radius.number > 0 else { throw .notADistance(radius.text) }
    (place, kilometers) = (try PlaceRequest(radius.before), radius.number)
  }

  /// The number behind the last comma, unless it is the longitude.
  private static func radius(in text: String) -> (number: Double, text: String, before: String)? {
    guard let comma = text.lastIndex(of: ",") else { return nil }
    let end = text[text.index(after: comma)...].trimmingBlanks
    guard let number = Coordinates.number(end) else { return nil }
    let before = String(text[..<comma])
    let parts = Coordinates.parts(of: before).parts
    let isLongitude = parts.count == 1 && Coordinates.number(parts[0]) != nil
    return isLongitude ? nil : (number, end, before)
  }

  package func circle(around center: Coordinates) -> CoordinateCircle {
    CoordinateCircle(center: center, kilometers: kilometers)
  }
}
