package import VaultFormat
internal import VaultIndex

/// The cities of a city file, read once to find those of many positions.
package struct CityTable: Sendable {
  private struct Row {
    let coordinates: Coordinates
    let people: Double
    let name: String
  }

  /// By latitude.
  private let rows: [Row]

  package init(_ file: CityFile) {
    rows = file.all.map { city in
      Row(coordinates: city.coordinates, people: Double(city.people), name: city.name)
    }.sorted { $0.coordinates.latitude < $1.coordinates.latitude }
  }

  /// The name of the same city as that of `CityFile.city(near:)`.
  package func name(near position: Coordinates) -> String? {
    let circle = CoordinateCircle(center: position, kilometers: CityFile.nearKilometers)
    var found: (name: String, weight: Double)?
    for row in rows[firstRow(from: circle.south)...] {
      if row.coordinates.latitude > circle.north { break }
      guard let distance = circle.distance(to: row.coordinates) else { continue }
      let weight = row.people / ((1 + distance) * (1 + distance))
      if found.map({ weight > $0.weight }) ?? true { found = (row.name, weight) }
    }
    return found?.name
  }

  private func firstRow(from latitude: Double) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].coordinates.latitude < latitude { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
