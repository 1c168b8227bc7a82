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
    /// Contains all its points.
    var circle: CoordinateCircle
    /// Where its places come apart; nil if it has one, or if they do not however near the view is.
    var nearer: WorldView?
  }

  /// The largest first.
  let clusters: [Cluster]
  /// The entries that have points in the view, and how many, the largest first.
  let entries: [(entry: Int, notes: Int)]
  /// Contains all points in the view; nil if there are none.
  let circle: CoordinateCircle?

  /// The least distance of two circles, in widths of the map.
  private static let distance = 0.115
  /// Fields across the map, in which points are joined first.
  private static let fields = 60

  init(_ points: [PlaceAtlas.Point], in view: WorldView) {
    var fields: [Field: [Int]] = [:]
    var counts: [Int: Int] = [:]
    var bounds = CoordinateBounds()
    for (index, point) in points.enumerated() where view.contains(point.coordinates) {
      let (x, y) = view.place(of: point.coordinates)
      let field = Field(
        x: Int(x * Double(Self.fields)), y: Int(y / WorldView.ratio * Double(Self.fields)))
      fields[field, default: []].append(index)
      counts[point.entry, default: 0] += 1
      bounds.add(point.coordinates)
    }
    let sorted = fields.sorted { a, b in
      a.value.count == b.value.count ? a.key < b.key : a.value.count > b.value.count
    }
    var groups: [(x: Double, y: Double, center: Coordinates, points: [PlaceAtlas.Point])] = []
    for (_, members) in sorted {
      let members = members.map { points[$0] }
      guard let center = CoordinateBounds(members.map(\.coordinates)).middle else { continue }
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
    clusters = groups.compactMap { Self.cluster($0.center, $0.points, in: view) }
      .sorted { ($1.notes, $0.center.longitude) < ($0.notes, $1.center.longitude) }
    entries = Self.ranked(counts).map { ($0, counts[$0] ?? 0) }
    circle = bounds.circle
  }

  private struct Field: Hashable, Comparable {
    let x: Int
    let y: Int

    static func < (a: Field, b: Field) -> Bool { (a.y, a.x) < (b.y, b.x) }
  }

  /// Nil for no points.
  private static func cluster(
    _ center: Coordinates, _ points: [PlaceAtlas.Point], in view: WorldView
  ) -> Cluster? {
    let positions = points.map(\.coordinates)
    guard let circle = CoordinateBounds(positions).circle else { return nil }
    var counts: [Int: Int] = [:]
    for point in points { counts[point.entry, default: 0] += 1 }
    return Cluster(
      center: center, notes: points.count, entries: ranked(counts), circle: circle,
      nearer: counts.count > 1 ? nearerView(of: positions, than: view) : nil)
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
}
