internal import Journal
internal import VaultFormat

/// The part of the world that the map shows: 360 ÷ 2^`zoom` degrees of longitude and half as many of latitude.
///
/// The map is five wide and three high: a degree of latitude is 1.2 times as long as one of longitude, as on the earth at
/// 34° north and south.
struct WorldView: Hashable, Sendable {
  static let zooms = 0...14
  /// Width by height.
  static let ratio = 5.0 / 3.0
  /// A map that shows all places comes no nearer: the outline of the land is too coarse.
  static let nearestFit = 6

  let zoom: Int
  /// The middle, in degrees; so that the map does not end within the view.
  let latitude: Double
  let longitude: Double

  init(zoom: Int, latitude: Double, longitude: Double) {
    self.zoom = min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound)
    let width = 360 / Double(1 << self.zoom)
    func clamped(_ degree: Double, _ end: Double, _ half: Double) -> Double {
      min(max(degree, half - end), end - half)
    }
    self.latitude = clamped(latitude, 90, width / 4)
    self.longitude = clamped(longitude, 180, width / 2)
  }

  /// The nearest view that has all points in it with some space around them; the whole world without any.
  init(fitting points: some Sequence<Coordinates>, nearest: Int = Self.nearestFit) {
    let bounds = CoordinateBounds(points)
    guard let middle = bounds.middle else {
      self.init(zoom: 0, latitude: 0, longitude: 0)
      return
    }
    let width = max(bounds.width, 2 * bounds.height) * 1.3
    var zoom = 0
    while zoom < nearest, 360 / Double(1 << (zoom + 1)) >= width { zoom += 1 }
    self.init(zoom: zoom, latitude: middle.latitude, longitude: middle.longitude)
  }

  /// Reads `z`, `lat` and `lon`; nil unless all of them can be read.
  init?(fields: (String) -> String?) {
    guard let zoom = fields("z").flatMap({ Int($0) }),
      let latitude = fields("lat").flatMap(Coordinates.number),
      let longitude = fields("lon").flatMap(Coordinates.number),
      let center = Coordinates(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(zoom: zoom, latitude: center.latitude, longitude: center.longitude)
  }

  // MARK: - Degrees and the map

  /// In degrees of longitude.
  var width: Double { 360 / Double(1 << zoom) }
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
    return (0...1).contains(x) && (0...1).contains(y)
  }

  /// Of `world.svg`, whose units are tenths of a degree of longitude.
  var viewBox: String {
    let unit = 10.0
    return [(west + 180) * unit, (90 - north) * unit * 1.2, width * unit, height * unit * 1.2]
      .map { Self.number($0, places: 4) }.joined(separator: " ")
  }

  /// Meridians and parallels, some six across the map.
  var lines: (meridians: [Double], parallels: [Double]) {
    let steps = [30.0, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002]
    let step = steps.last { width / $0 <= 12 } ?? 30
    func lines(_ from: Double, _ to: Double) -> [Double] {
      let first = Int((from / step).rounded(.up)), last = Int((to / step).rounded(.down))
      return first > last ? [] : (first...last).map { Double($0) * step }
    }
    return (lines(west, west + width), lines(north - height, north))
  }

  // MARK: - Addresses

  /// The address of the map, without the site's prefix.
  var address: String {
    let places = 4
    return "\(PagePath.map)?z=\(zoom)&lat=\(Self.number(latitude, places: places))"
      + "&lon=\(Self.number(longitude, places: places))"
  }

  func zoomed(by step: Int) -> WorldView {
    WorldView(zoom: zoom + step, latitude: latitude, longitude: longitude)
  }

  /// A third of the map further.
  func moved(east: Double, north: Double) -> WorldView {
    WorldView(
      zoom: zoom, latitude: latitude + north * height / 3, longitude: longitude + east * width / 3)
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
