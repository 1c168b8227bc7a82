package import VaultFormat
internal import VaultIndex

/// The cities of GeoNames with 15,000 people or more, in the file that `scripts/places` makes.
///
/// The lines are sorted by latitude. Nothing is parsed beforehand: a search goes through the bytes.
package struct CityFile: Sendable {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The cities of a name in any language, compared after NFC and case folding; most people first.
  package func cities(named name: String) -> [City] {
    let folded = FoldedName(name)
    var found: [City] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let line = CityLine(at: start, in: bytes)
        start = line.next
        if let city = line.name(folded).flatMap(line.city) { found.append(city) }
      }
    }
    return found.sorted { $0.people > $1.people }
  }

  /// All cities, by their first names.
  var all: [City] {
    var cities: [City] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let line = CityLine(at: start, in: bytes)
        start = line.next
        if let city = line.city() { cities.append(city) }
      }
    }
    return cities
  }

  /// How far a city may be from what is near it.
  static let nearKilometers = 50.0

  /// The city that a position belongs to: of those within 50 km the one with the greatest people ÷ (1 + km)²; nil if
  /// there is none.
  ///
  /// The nearest one would often be a quarter of a greater city.
  package func city(near position: Coordinates) -> City? {
    let circle = CoordinateCircle(center: position, kilometers: Self.nearKilometers)
    var found: (city: City, weight: Double)?
    bytes.withUnsafeBufferPointer { bytes in
      var start = firstLine(from: circle.south, in: bytes)
      while start < bytes.count {
        let line = CityLine(at: start, in: bytes)
        start = line.next
        guard let coordinates = line.coordinates else { continue }
        if coordinates.latitude > circle.north { break }
        guard let distance = circle.distance(to: coordinates), let city = line.city() else {
          continue
        }
        let weight = Double(city.people) / ((1 + distance) * (1 + distance))
        if found.map({ weight > $0.weight }) ?? true { found = (city, weight) }
      }
    }
    return found?.city
  }

  /// Where the first line with at least that latitude begins, by binary search.
  private func firstLine(from latitude: Double, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = bytes[low..<(low + high) / 2]
      let start = middle.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? low
      let line = CityLine(at: start, in: bytes)
      if let coordinates = line.coordinates, coordinates.latitude >= latitude {
        high = start
      } else {
        low = line.next
      }
    }
    return low
  }
}
