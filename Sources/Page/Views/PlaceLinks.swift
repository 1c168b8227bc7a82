internal import Journal
internal import VaultFormat
internal import VaultIndex

/// The filters that stand for places, and the addresses of timelines with them.
extension SiteAddress {
  /// The notes of an entry: by its name, else around its positions.
  func timeline(of entry: PlaceAtlas.Entry) -> String? {
    (entry.place.name ?? entry.place.locality).flatMap(timeline(ofPlace:))
      ?? entry.circle.map(timeline(near:))
  }

  /// The notes of a place or a town; nil for a name that a query cannot have.
  func timeline(ofPlace name: String) -> String? {
    Self.quoted(name).map { quoted in timeline { $0.text = "place:\(quoted)" } }
  }

  /// The notes in a part of the map, and a few around it.
  func timeline(near circle: CoordinateCircle) -> String {
    timeline { $0.text = Self.query(near: circle.center, kilometers: circle.kilometers) }
  }

  /// The distance is rounded up, and a little more than the rounding of the position.
  static func query(near position: Coordinates, kilometers: Double) -> String {
    let numbers = [position.latitude, position.longitude].map { WorldView.number($0, places: 5) }
    let radius = ((kilometers + 0.01) * 100).rounded(.up) / 100
    return "near:\(numbers.joined(separator: ",")),\(WorldView.number(radius, places: 2))"
  }

  /// A name as a value of a query; its longest part without quotation marks, which a query cannot have in a value.
  private static func quoted(_ name: String) -> String? {
    let part = name.split(separator: "\"").map(\.trimmingBlanks).max { $0.count < $1.count }
    return part.flatMap { $0.isEmpty ? nil : "\"\($0)\"" }
  }
}
