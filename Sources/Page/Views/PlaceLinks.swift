internal import Journal
internal import VaultFormat
internal import VaultIndex

/// The filters that stand for places, and the addresses of timelines with them.
struct PlaceLinks {
  let site: SiteAddress

  /// The notes of an entry: by its name, else around its positions.
  func timeline(of entry: PlaceAtlas.Entry) -> String? {
    (entry.place.name ?? entry.place.locality).flatMap(timeline(ofPlace:)) ?? entry.circle.map(near)
  }

  /// The notes of a place or a town; nil for a name that a query cannot have.
  func timeline(ofPlace name: String) -> String? {
    Self.quoted(name).map { timeline("place:\($0)") }
  }

  /// The notes around a position.
  func near(_ position: Coordinates, kilometers: Double) -> String {
    timeline(Self.query(near: position, kilometers: kilometers))
  }

  /// The notes in a part of the map, and a few around it.
  func near(_ circle: CoordinateCircle) -> String {
    near(circle.center, kilometers: circle.kilometers)
  }

  func timeline(_ query: String) -> String {
    var address = TimelineAddress()
    address.filter.text = query
    return site.timeline(address)
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
