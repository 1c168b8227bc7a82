internal import Journal
internal import VaultFormat
internal import VaultIndex

/// The points of a view, joined where their circles would lie upon each other.
///
/// However many points there are, the map has some fifty circles at most.
struct MapClusters: Sendable {
  struct Cluster: Hashable, Sendable {
    /// Of the field with the most notes in it, so that no circle lies where nothing is.
    var center: Coordinates
    var notes: Int
    /// The entries of the atlas, the one with the most notes here first.
    var entries: [Int]
    var area: Area
    /// Where its places come apart; nil if it has one, or if they do not however near the view is.
    var nearer: WorldView?
  }

  /// A circle on the earth with all points of a group.
  struct Area: Hashable, Sendable {
    var middle: Coordinates
    var kilometers: Double
  }

  /// The largest first.
  let clusters: [Cluster]
  /// The entries that have points in the view, and how many, the largest first.
  let entries: [(entry: Int, notes: Int)]
  /// That of all points in the view; nil if there are none.
  let area: Area?

  /// The least distance of two circles, in widths of the map.
  private static let distance = 0.115
  /// Fields across the map, in which points are joined first.
  private static let fields = 60

  init(_ points: [PlaceAtlas.Point], in view: WorldView) {
    var fields: [Field: [Int]] = [:]
    var counts: [Int: Int] = [:]
    for (index, point) in points.enumerated() where view.contains(point.coordinates) {
      let (x, y) = view.place(of: point.coordinates)
      let field = Field(
        x: Int(x * Double(Self.fields)), y: Int(y / WorldView.ratio * Double(Self.fields)))
      fields[field, default: []].append(index)
      counts[point.entry, default: 0] += 1
    }
    let sorted = fields.sorted { a, b in
      a.value.count == b.value.count ? a.key < b.key : a.value.count > b.value.count
    }
    var groups: [(x: Double, y: Double, center: Coordinates, points: [Int])] = []
    for (_, members) in sorted {
      let center = Self.middle(of: members.map { points[$0].coordinates })
      let place = view.place(of: center)
      let (x, y) = (place.x, place.y / WorldView.ratio)
      func squaredDistance(_ index: Int) -> Double {
        let (dx, dy) = (groups[index].x - x, groups[index].y - y)
        return dx * dx + dy * dy
      }
      let nearest = groups.indices.min { squaredDistance($0) < squaredDistance($1) }
      if let nearest, squaredDistance(nearest) < Self.distance * Self.distance {
        groups[nearest].points += members
      } else {
        groups.append((x, y, center, members))
      }
    }
    clusters = groups.map { Self.cluster($0.center, $0.points.map { points[$0] }, in: view) }
      .sorted { ($1.notes, $0.center.longitude) < ($0.notes, $1.center.longitude) }
    entries = Self.ranked(counts).map { ($0, counts[$0] ?? 0) }
    area =
      groups.isEmpty
      ? nil : Self.area(of: groups.flatMap { $0.points.map { points[$0].coordinates } })
  }

  private struct Field: Hashable, Comparable {
    let x: Int
    let y: Int

    static func < (a: Field, b: Field) -> Bool { (a.y, a.x) < (b.y, b.x) }
  }

  private static func cluster(
    _ center: Coordinates, _ points: [PlaceAtlas.Point], in view: WorldView
  ) -> Cluster {
    var counts: [Int: Int] = [:]
    for point in points { counts[point.entry, default: 0] += 1 }
    let positions = points.map(\.coordinates)
    return Cluster(
      center: center, notes: points.count, entries: ranked(counts), area: area(of: positions),
      nearer: counts.count > 1 ? nearerView(of: positions, than: view) : nil)
  }

  private static func area(of positions: [Coordinates]) -> Area {
    let middle = middle(of: positions)
    return Area(
      middle: middle, kilometers: positions.lazy.map { middle.distance(to: $0) }.max() ?? 0)
  }

  /// Nil if all positions would still be one circle.
  private static func nearerView(
    of positions: [Coordinates], than view: WorldView
  ) -> WorldView? {
    let nearer = WorldView(fitting: positions, nearest: WorldView.zooms.upperBound)
    guard nearer.zoom > view.zoom else { return nil }
    let places = positions.map(nearer.place)
    func extent(_ parts: [Double]) -> Double { (parts.max() ?? 0) - (parts.min() ?? 0) }
    let size = max(extent(places.map(\.x)), extent(places.map(\.y)) / WorldView.ratio)
    return size < 2 * distance ? nil : nearer
  }

  /// The most frequent first, then the newest.
  private static func ranked(_ counts: [Int: Int]) -> [Int] {
    counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map(\.key)
  }

  /// The middle of the rectangle around positions, of which there is at least one.
  private static func middle(of positions: [Coordinates]) -> Coordinates {
    var (south, north, west, east) = (90.0, -90.0, 180.0, -180.0)
    for position in positions {
      (south, north) = (min(south, position.latitude), max(north, position.latitude))
      (west, east) = (min(west, position.longitude), max(east, position.longitude))
    }
    return Coordinates(latitude: (south + north) / 2, longitude: (west + east) / 2) ?? .zero
  }
}
