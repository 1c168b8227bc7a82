internal import Foundation
internal import Journal
internal import VaultFormat

/// The part of the world that the map shows: 360 ÷ 2^`zoom` degrees of longitude and half as many of latitude.
///
/// The map is five wide and three high: a degree of latitude is 1.2 times as long as one of longitude, as on the earth at
/// 34° north and south.
struct WorldView: Hashable, Sendable {
  static let zooms = 0.0...14.0
  /// Width by height.
  static let ratio = 5.0 / 3.0
  /// A map that shows all places comes no nearer: the outline of the land is too coarse.
  static let nearestFit = 6.0

  /// In quarters.
  let zoom: Double
  /// The middle, in degrees; so that the map does not end within the view.
  let latitude: Double
  let longitude: Double
  /// The height that the window shows of it, in heights of the map: 2 is as much again as the map, half of it above.
  let reach: Double

  init(zoom: Double, latitude: Double, longitude: Double, reach: Double = 1) {
    let (least, most) = (Self.zooms.lowerBound, Self.zooms.upperBound)
    self.zoom = min(max((zoom * 4).rounded() / 4, least), most)
    self.reach = reach
    let width = 360 / exp2(self.zoom)
    func clamped(_ degree: Double, _ end: Double, _ half: Double) -> Double {
      min(max(degree, half - end), end - half)
    }
    self.latitude = clamped(latitude, 90, width / 4)
    self.longitude = clamped(longitude, 180, width / 2)
  }

  /// The nearest view that has all points in it with some space around them; the whole world without any.
  init(
    fitting points: some Sequence<Coordinates>, nearest: Double = Self.nearestFit,
    reach: Double = 1
  ) {
    let bounds = CoordinateBounds(points)
    guard let middle = bounds.middle else {
      self.init(zoom: 0, latitude: 0, longitude: 0, reach: reach)
      return
    }
    let width = max(bounds.width, 2 * bounds.height / reach) * 1.3
    let zoom = width > 0 ? (log2(360 / width) * 4).rounded(.down) / 4 : nearest
    self.init(
      zoom: min(zoom, nearest), latitude: middle.latitude, longitude: middle.longitude,
      reach: reach)
  }

  /// The view of four of five points, those around the middle one, if there are many and all would be shown only half as
  /// large; else of all.
  init(ofMost points: [Coordinates], reach: Double) {
    let all = WorldView(fitting: points, reach: reach)
    let count = points.count < 20 ? points.count : points.count - points.count / 5
    func middle(_ degrees: [Double]) -> Double { degrees.sorted().dropFirst(count / 2).first ?? 0 }
    let (latitude, longitude) = (middle(points.map(\.latitude)), middle(points.map(\.longitude)))
    func distance(_ point: Coordinates) -> Double {
      max(abs(point.longitude - longitude), 2 * abs(point.latitude - latitude))
    }
    let most = WorldView(
      fitting: points.sorted { distance($0) < distance($1) }.prefix(count), reach: reach)
    self = most.zoom >= all.zoom + 1 ? most : all
  }

  /// Reads `z`, `lat` and `lon`; nil unless all of them can be read.
  init?(reach: Double = 1, fields: (String) -> String?) {
    guard let zoom = fields("z").flatMap(Coordinates.number), zoom.magnitude < 100,
      let latitude = fields("lat").flatMap(Coordinates.number),
      let longitude = fields("lon").flatMap(Coordinates.number),
      let center = Coordinates(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(zoom: zoom, latitude: center.latitude, longitude: center.longitude, reach: reach)
  }

  // MARK: - Degrees and the map

  /// In degrees of longitude.
  var width: Double { 360 / exp2(zoom) }
  /// In degrees of latitude.
  var height: Double { width / 2 }
  var west: Double { longitude - width / 2 }
  var north: Double { latitude + height / 2 }

  /// Where a position is, from 0 to 1 from the left and from the top.
  func place(of position: Coordinates) -> (x: Double, y: Double) {
    ((position.longitude - west) / width, (north - position.latitude) / height)
  }

  func contains(_ position: Coordinates) -> Bool {
    let (x, y) = place(of: position)
    return (0...1).contains(x) && abs(y - 0.5) <= reach / 2
  }

  /// Of `world.svg`, whose units are tenths of a degree of longitude.
  var viewBox: String {
    let unit = 10.0
    return [(west + 180) * unit, (90 - north) * unit * 1.2, width * unit, height * unit * 1.2]
      .map { Self.number($0, places: 4) }.joined(separator: " ")
  }

  // MARK: - Addresses

  /// The address of the map, without the site's prefix.
  var address: String {
    "\(PagePath.map)?z=\(Self.number(zoom, places: 2))&lat=\(Self.number(latitude, places: 4))"
      + "&lon=\(Self.number(longitude, places: 4))"
  }

  func zoomed(by step: Double) -> WorldView {
    WorldView(zoom: zoom + step, latitude: latitude, longitude: longitude, reach: reach)
  }

  /// A third of the map further.
  func moved(east: Double, north: Double) -> WorldView {
    WorldView(
      zoom: zoom, latitude: latitude + north * height / 3, longitude: longitude + east * width / 3,
      reach: reach)
  }

  /// A number with at most so many decimals.
  static func number(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    var text = "\(scaled / scale).\(String(scale + scaled % scale).dropFirst())"
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return (value < 0 && scaled > 0 ? "-" : "") + text
  }
}
