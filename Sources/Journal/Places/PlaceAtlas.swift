package import VaultFormat
package import VaultIndex

/// All places where notes were written: those that have a name or a town, and positions without either, by the city that
/// they are near.
package struct PlaceAtlas: Sendable {
  package struct Entry: Hashable, Sendable {
    /// As the newest of its notes writes it, with the newest coordinates.
    package fileprivate(set) var place: Place
    /// The city that positions without a name and a town are near; nil if there is none, or there is a name.
    package let city: String?
    package fileprivate(set) var notes: Int
    /// The day of the newest note.
    package fileprivate(set) var last: CalendarDay
    /// How many of the notes have a position of their own.
    package fileprivate(set) var located: Int
    /// Of these notes.
    fileprivate var bounds = CoordinateBounds()
  }

  /// Where a note was written, and which of the entries that is.
  package struct Point: Hashable, Sendable {
    package let coordinates: Coordinates
    package let entry: Int
  }

  /// Newest first.
  package let entries: [Entry]
  /// Of each note that has a position.
  package let points: [Point]

  /// - Parameters:
  ///   - notes: the place of each note, and its day.
  ///   - cities: nil without the city file: each position then stands for itself.
  package init(_ notes: some Sequence<(place: Place, day: CalendarDay)>, cities: CityTable?) {
    var entries: [Entry] = []
    var indices: [PlaceKey: Int] = [:]
    var points: [Point] = []
    // A city is looked up once for all positions within a hundredth of a degree.
    var known: [Coordinates: String?] = [:]
    for (place, day) in notes.sorted(by: { $0.day > $1.day }) {
      let names = PlaceNames(place)
      let city =
        names == nil
        ? place.coordinates.map(\.hundredths).flatMap { position in
          if let city = known[position] { return city }
          let city = cities?.name(near: position)
          known[position] = .some(city)
          return city
        } : nil
      let key: PlaceKey
      switch (names, city, place.coordinates) {
      case (let names?, _, _): key = .names(names)
      case (nil, let city?, _): key = .city(city)
      case (nil, nil, let coordinates?): key = .position(coordinates.text)
      case (nil, nil, nil): continue
      }
      let index = indices[key] ?? entries.count
      if index == entries.count {
        entries.append(Entry(place: place, city: city, notes: 0, last: day, located: 0))
        indices[key] = index
      }
      entries[index].notes += 1
      guard let coordinates = place.coordinates else { continue }
      entries[index].located += 1
      entries[index].bounds.add(coordinates)
      entries[index].place.coordinates = entries[index].place.coordinates ?? coordinates
      points.append(Point(coordinates: coordinates, entry: index))
    }
    (self.entries, self.points) = (entries, points)
  }
}

private enum PlaceKey: Hashable {
  case names(PlaceNames)
  case city(String)
  case position(String)
}

extension Coordinates {
  /// The middle of a field of a hundredth of a degree.
  fileprivate var hundredths: Coordinates {
    func rounded(_ degree: Double) -> Double { (degree * 100).rounded() / 100 }
    return Coordinates(latitude: rounded(latitude), longitude: rounded(longitude)) ?? self
  }
}

extension PlaceAtlas.Entry {
  /// What it is called: the name, else the town, else `near Tokyo`, else the coordinates.
  package var title: String {
    place.name ?? place.locality ?? city.map { "near \($0)" } ?? place.coordinates?.text ?? ""
  }

  /// A circle with all positions of its notes; nil if none has one.
  package var circle: CoordinateCircle? { bounds.circle }

  /// Whether the title is something that notes say.
  package var isNamed: Bool { place.name != nil || place.locality != nil }
}

/// The smallest rectangle of degrees that contains some positions.
///
/// It never crosses the date line.
package struct CoordinateBounds: Hashable, Sendable {
  private var south = 90.0
  private var north = -90.0
  private var west = 180.0
  private var east = -180.0

  /// Contains nothing.
  package init() {}

  package init(_ positions: some Sequence<Coordinates>) {
    for position in positions { add(position) }
  }

  package mutating func add(_ position: Coordinates) {
    (south, north) = (min(south, position.latitude), max(north, position.latitude))
    (west, east) = (min(west, position.longitude), max(east, position.longitude))
  }

  /// From west to east, in degrees; negative if it contains nothing.
  package var width: Double { east - west }

  /// From south to north, in degrees; negative if it contains nothing.
  package var height: Double { north - south }

  /// Nil if it contains nothing.
  package var middle: Coordinates? {
    guard south <= north else { return nil }
    return Coordinates(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }

  /// A circle that contains all of it; nil if it contains nothing.
  package var circle: CoordinateCircle? {
    guard let middle else { return nil }
    // Up to 180 degrees of longitude no point is farther from the middle than the corners are. Beyond that, points between
    // the corners can be farther; half the way around the earth contains all.
    guard width <= 180 else {
      return CoordinateCircle(center: middle, kilometers: .pi * Coordinates.earthRadius)
    }
    let corners = [(south, west), (south, east), (north, west), (north, east)]
    let distances = corners.compactMap { Coordinates(latitude: $0.0, longitude: $0.1) }
      .map(middle.distance)
    return CoordinateCircle(center: middle, kilometers: distances.max() ?? 0)
  }
}
