import Journal
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

@Suite("Circles of the map")
struct MapClustersTests {
  private static let world = WorldView(zoom: 0, latitude: 0, longitude: 0)

  private static func points(_ degrees: String...) throws -> [PlaceAtlas.Point] {
    let day = try #require(CalendarDay("2026-11-26"))
    return PlaceAtlas(
      try degrees.enumerated().map {
        (Place(name: "P\($0.offset)", coordinates: try Coordinates($0.element)), day)
      }, cities: nil
    ).points
  }

  @Test("what is near is one circle, and what is far away another")
  func near() throws {
    let points = try Self.points("48.85,2.35", "48.86,2.36", "48.85,2.35", "35.7,139.8")
    let found = MapClusters(points, in: Self.world)
    #expect(found.clusters.map(\.notes) == [3, 1])
    #expect(found.clusters[0].entries == [0, 1, 2])
    #expect(found.entries.map(\.notes) == [1, 1, 1, 1])
    let nearer = MapClusters(points, in: WorldView(zoom: 14, latitude: 48.855, longitude: 2.355))
    #expect(nearer.clusters.map(\.notes) == [2, 1])
  }

  @Test("a circle of several places comes apart nearer by, until they are too close")
  func nearer() throws {
    try withSeed { generator, _ in
      let day = try #require(CalendarDay("2026-11-26"))
      for spread in [0.0, 0.0005, 0.01, 1, 90] {
        let notes = (0..<40).map { number in
          (
            Place(
              name: "\(spread) \(number)",
              coordinates: Coordinates(
                latitude: min(spread, 40) * Double.random(in: -1...1, using: &generator),
                longitude: 20 + spread * Double.random(in: -1...1, using: &generator))), day
          )
        }
        let points = PlaceAtlas(notes, cities: nil).points
        var view = Self.world
        func joined() -> MapClusters.Cluster? {
          MapClusters(points, in: view).clusters.first { $0.nearer != nil }
        }
        while let cluster = joined() {
          let nearer = try #require(cluster.nearer)
          #expect(nearer.zoom > view.zoom)
          let found = MapClusters(points, in: nearer)
          #expect(found.clusters.count > 1, "\(view.address) \(nearer.address)")
          #expect(found.entries.count >= cluster.entries.count)
          view = nearer
        }
      }
    }
    let same = try Self.points("48.85,2.35", "48.85,2.35", "48.8501,2.3501")
    let found = MapClusters(same, in: Self.world)
    #expect(found.clusters.map(\.nearer) == [nil])
    #expect(found.circle == found.clusters[0].circle)
    #expect(MapClusters([], in: Self.world).circle == nil)
  }

  @Test("the circle of a query has all its points")
  func circles() throws {
    try withSeed { generator, _ in
      let day = try #require(CalendarDay("2026-11-26"))
      let places = (0..<500).map { _ in
        Place(
          coordinates: Coordinates(
            latitude: Double.random(in: -90...90, using: &generator),
            longitude: Double.random(in: -180...180, using: &generator)))
      }
      let points = PlaceAtlas(places.map { ($0, day) }, cities: nil).points
      let found = MapClusters(points, in: Self.world)
      #expect(found.clusters.reduce(0) { $0 + $1.notes } == 500)
      for cluster in found.clusters {
        let area = cluster.circle
        let query = SiteAddress.query(near: area.center, kilometers: area.kilometers)
        let request = try NearRequest(String(query.dropFirst("near:".count)))
        guard case .coordinates(let center) = request.place else {
          Issue.record("\(query)")
          continue
        }
        let circle = request.circle(around: center)
        let within = points.count { circle.distance(to: $0.coordinates) != nil }
        #expect(within >= cluster.notes, "\(query)")
      }
    }
  }

  @Test("a hundred thousand points are some fifty circles, in every view")
  func bounded() throws {
    try withSeed { generator, _ in
      let day = try #require(CalendarDay("2026-11-26"))
      var notes = (0..<100_000).map { _ in
        (
          place: Place(
            coordinates: Coordinates(
              latitude: Double.random(in: -90...90, using: &generator),
              longitude: Double.random(in: -180...180, using: &generator))), day: day
        )
      }
      for degrees in ["90,180", "90,-180", "-90,180", "-90,-180", "0,180", "0,-180"] {
        notes.append((Place(coordinates: try Coordinates(degrees)), day))
      }
      let points = PlaceAtlas(notes, cities: nil).points
      #expect(points.count == notes.count)
      for zoom in [0.0, 1, 3, 6] {
        let view = WorldView(zoom: zoom, latitude: 90, longitude: 180)
        let found = MapClusters(points, in: view)
        #expect((1...80).contains(found.clusters.count), "\(found.clusters.count)")
        let count = points.count { view.contains($0.coordinates) }
        #expect(found.clusters.reduce(0) { $0 + $1.notes } == count)
      }
    }
  }

  @Test("no two circles lie upon each other")
  func apart() throws {
    try withSeed { generator, _ in
      let day = try #require(CalendarDay("2026-11-26"))
      let places = (0..<2000).map { _ in
        Place(
          coordinates: Coordinates(
            latitude: Double.random(in: 40...60, using: &generator),
            longitude: Double.random(in: 0...30, using: &generator)))
      }
      let view = WorldView(zoom: 3, latitude: 50, longitude: 15)
      let found = MapClusters(PlaceAtlas(places.map { ($0, day) }, cities: nil).points, in: view)
      let centers = found.clusters.map { view.place(of: $0.center) }
      for (index, a) in centers.enumerated() {
        for b in centers[(index + 1)...] {
          let (dx, dy) = (a.x - b.x, (a.y - b.y) / WorldView.ratio)
          #expect(dx * dx + dy * dy >= 0.115 * 0.115)
        }
      }
    }
  }
}
