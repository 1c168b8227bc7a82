internal import VaultFormat

/// A line of the city file: name, country, latitude, longitude, people, zone and other names, with tabs between.
///
/// The names are in NFC; the other names have commas between, and may be missing. Any other line has no city.
struct CityLine {
  /// Where the next line begins in the file.
  let next: Int
  private let bytes: UnsafeBufferPointer<UInt8>

  private static let tab = UInt8(ascii: "\t")

  private enum Field: Int {
    case name, country, latitude, longitude, people, zone, otherNames
  }

  init(at start: Int, in file: UnsafeBufferPointer<UInt8>) {
    let line = Line(at: start, in: file)
    next = line.next
    bytes = UnsafeBufferPointer(rebasing: file[line.start..<line.end])
  }

  var coordinates: Coordinates? {
    guard let latitude = range(of: .latitude), let longitude = range(of: .longitude) else {
      return nil
    }
    return try? Coordinates(text(latitude), text(longitude))
  }

  /// - Parameter name: the range of one of its names; nil for the first.
  func city(_ name: Range<Int>? = nil) -> City? {
    guard let name = name ?? range(of: .name), let country = range(of: .country),
      let coordinates, let people = range(of: .people).flatMap({ Int(text($0)) }), people >= 0,
      let zone = range(of: .zone)
    else { return nil }
    return City(
      name: text(name), country: text(country), coordinates: coordinates, people: people,
      zone: text(zone))
  }

  /// The range of the first name that equals the given one; nil if none does.
  func name(_ folded: FoldedName) -> Range<Int>? {
    guard let name = range(of: .name) else { return nil }
    if folded.equals(bytes, name) { return name }
    // Most cities have no other names.
    guard bytes.last != Self.tab, let others = range(of: .otherNames) else { return nil }
    var start = others.lowerBound
    while start < others.upperBound {
      let end = bytes.offset(of: UInt8(ascii: ","), from: start) ?? others.upperBound
      if folded.equals(bytes, start..<end) { return start..<end }
      start = end + 1
    }
    return nil
  }

  private func range(of field: Field) -> Range<Int>? {
    var start = 0
    for _ in 0..<field.rawValue {
      guard let end = bytes.offset(of: Self.tab, from: start) else { return nil }
      start = end + 1
    }
    return start..<(bytes.offset(of: Self.tab, from: start) ?? bytes.count)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
