import Testing
import VaultFormat

@testable import Page

@Suite("A part of the world")
struct WorldViewTests {
  private static func view(_ address: String) -> WorldView? {
    let query = address.split(separator: "?").last ?? ""
    let fields = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    return WorldView { name in
      fields.first { $0[0] == name }.map { $0.count > 1 ? String($0[1]) : "" }
    }
  }

  @Test("an address is read, and written again")
  func addresses() throws {
    let view = try #require(Self.view("/map?z=4&lat=48.8566&lon=2.3522"))
    #expect(view.address == "/map?z=4&lat=48.8566&lon=2.3522")
    #expect(view.width == 22.5 && view.height == 11.25)
    #expect(Self.view(view.address) == view)
  }

  @Test(
    "what is no address of a view is none",
    arguments: [
      "z=4", "z=x&lat=1&lon=1", "z=4&lat=nan&lon=1", "z=4&lat=91&lon=1", "z=4&lat=1&lon=1e400",
      "z=4&lat=&lon=", "z=99999999999999999999&lat=1&lon=1", "z=1e400&lat=1&lon=1",
    ])
  func unreadable(query: String) { #expect(Self.view("/map?\(query)") == nil) }

  @Test(
    "a view does not go beyond the ends of the world",
    arguments: [
      ("z=0&lat=80&lon=170", "/map?z=0&lat=0&lon=0"), ("z=-3&lat=0&lon=0", "/map?z=0&lat=0&lon=0"),
      ("z=1&lat=90&lon=-180", "/map?z=1&lat=45&lon=-90"),
      ("z=99&lat=-90&lon=180", "/map?z=14&lat=-89.9945&lon=179.989"),
      ("z=2.7&lat=0&lon=0", "/map?z=2.75&lat=0&lon=0"),
    ])
  func ends(query: String, expected: String) throws {
    #expect(try #require(Self.view("/map?\(query)")).address == expected)
  }

  @Test("a view that fits has all points in it, poles and the date line too")
  func fitting() throws {
    #expect(WorldView(fitting: []).address == "/map?z=0&lat=0&lon=0")
    for points in [
      ["48.85,2.35"], ["48.85,2.35", "48.86,2.36"], ["90,180", "-90,-180"], ["90,0"],
      ["-16.8,179.99", "-17.5,-149.6"], ["63.4,10.4", "16,108.2", "35.7,139.8"],
    ] {
      let places = try points.map { try Coordinates($0) }
      let view = WorldView(fitting: places)
      #expect(places.allSatisfy(view.contains), "\(points): \(view.address)")
    }
    #expect(WorldView(fitting: [try Coordinates("48.85,2.35")]).zoom == 6)
    let tall = try ["30,10", "60,10"].map { try Coordinates($0) }
    #expect(WorldView(fitting: tall).zoom == 2 && WorldView(fitting: tall, reach: 2).zoom == 3)
  }

  @Test("a few points far away do not make the first view small")
  func most() throws {
    let near = try (0..<19).map { try Coordinates("50,\($0)") }
    let far = try Coordinates("35,139")
    #expect(WorldView(ofMost: [], reach: 1).zoom == 0)
    let most = WorldView(ofMost: near + [far], reach: 1)
    #expect(most.contains(near[9]) && !most.contains(far))
    let few = near.prefix(8) + [far]
    #expect(few.allSatisfy(WorldView(ofMost: Array(few), reach: 1).contains))
  }

  @Test("what a high window shows above and below belongs to the view")
  func reach() throws {
    let above = try Coordinates("60,0")
    let view = WorldView(zoom: 2, latitude: 30, longitude: 0)
    #expect(!view.contains(above))
    #expect(WorldView(zoom: 2, latitude: 30, longitude: 0, reach: 1.5).contains(above))
  }

  @Test("a position is where the outline of the land has it")
  func places() throws {
    let view = try #require(Self.view("/map?z=0&lat=0&lon=0"))
    #expect(view.viewBox == "0 0 3600 2160")
    let (x, y) = view.place(of: try Coordinates("45,90"))
    #expect(x == 0.75 && y == 0.25)
    #expect(view.zoomed(by: 2).viewBox == "1350 810 900 540")
  }

  @Test("a step moves a third of the map, and not beyond its end")
  func steps() throws {
    let view = try #require(Self.view("z=2&lat=0&lon=0"))
    #expect(view.moved(east: 1, north: -1).address == "/map?z=2&lat=-15&lon=30")
    let corner = try #require(Self.view("z=2&lat=90&lon=180"))
    #expect(corner.moved(east: 1, north: 1) == corner)
  }
}
