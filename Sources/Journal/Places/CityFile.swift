internal import SystemCalls
package import VaultFormat
internal import VaultIndex

/// The cities of GeoNames with 15,000 people or more, in the file that `scripts/places` makes.
///
/// The lines are sorted by latitude. Nothing is parsed beforehand: a search goes through the bytes.
package struct CityFile: Sendable {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The cities of a name in any language, compared after NFC and case folding; most people first.
  package func cities(named name: String) -> [City] {
    let folded = FoldedName(name)
    return cities { line in line.name(folded).flatMap(line.city) }
      .sorted { $0.people > $1.people }
  }

  /// All cities, by their first names.
  var all: [City] { cities { $0.city() } }

  private func cities(_ read: (CityLine) -> City?) -> [City] {
    var cities: [City] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let line = CityLine(at: start, in: bytes)
        start = line.next
        if let city = read(line) { cities.append(city) }
      }
    }
    return cities
  }

  /// How far a city may be from what is near it.
  static let nearKilometers = 50.0

  /// The city that a position belongs to: of those within 50 km the one with the greatest people ÷ (1 + km)²; nil if
  /// there is none.
  ///
  /// The nearest one would often be a quarter of a greater city.
  package func city(near position: Coordinates) -> City? {
    let circle = CoordinateCircle(center: position, kilometers: Self.nearKilometers)
    var found: (city: City, weight: Double)?
    bytes.withUnsafeBufferPointer { bytes in
      var start = firstLine(from: circle.south, in: bytes)
      while start < bytes.count {
        let line = CityLine(at: start, in: bytes)
        start = line.next
        guard let coordinates = line.coordinates else { continue }
        if coordinates.latitude > circle.north { break }
        guard let distance = circle.distance(to: coordinates), let city = line.city() else {
          continue
        }
        let weight = Double(city.people) / ((1 + distance) * (1 + distance))
        if found.map({ weight > $0.weight }) ?? true { found = (city, weight) }
      }
    }
    return found?.city
  }

  /// Where the first line with at least that latitude begins, by binary search.
  private func firstLine(from latitude: Double, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = bytes[low..<(low + high) / 2]
      let start = middle.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? low
      let line = CityLine(at: start, in: bytes)
      if let coordinates = line.coordinates, coordinates.latitude >= latitude {
        high = start
      } else {
        low = line.next
      }
    }
    return low
  }
}

extension CityFile {
  /// The file that belongs to the running program: in `share/tl` beside its `bin` or `libexec` where it is installed, in
  /// `share` where it was built; nil if there is none.
  package static var shipped: CityFile? {
    guard let own = ThisDevice.programPath, let slash = own.lastIndex(of: "/") else { return nil }
    let folder = own[..<slash]
    let places = [
      "../share/tl/places.tsv", "../../share/tl/places.tsv", "../../../share/places.tsv",
    ]
    return places.lazy.compactMap { SystemFile.read("\(folder)/\($0)") }.first.map(CityFile.init)
  }
}

/// A city of the city file.
package struct City: Hashable, Sendable {
  /// The name that was looked up, as the file spells it, else the English one.
  package var name: String
  /// Of ISO 3166: `JP`.
  package var country: String
  package var coordinates: Coordinates
  package var people: Int
  /// Of the tz database: `Asia/Tokyo`.
  package var zone: String
}

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

/// The cities of a city file, read once to find those of many positions.
package struct CityTable: Sendable {
  /// By latitude.
  private let rows: [(coordinates: Coordinates, people: Double, name: String)]

  package init(_ file: CityFile) {
    rows = file.all.map { city in
      (city.coordinates, Double(city.people), city.name)
    }.sorted { $0.coordinates.latitude < $1.coordinates.latitude }
  }

  /// The cities of so many people or more in a part of the world, the largest first.
  package func largest(
    ofAtLeast people: Double, where isWithin: (Coordinates) -> Bool
  ) -> [(coordinates: Coordinates, people: Double, name: String)] {
    rows.filter { $0.people >= people && isWithin($0.coordinates) }
      .sorted { $0.people > $1.people }
  }

  /// The name of the same city as that of `CityFile.city(near:)`.
  package func name(near position: Coordinates) -> String? {
    let circle = CoordinateCircle(center: position, kilometers: CityFile.nearKilometers)
    var found: (name: String, weight: Double)?
    let first = rows.partitioningIndex { $0.coordinates.latitude >= circle.south }
    for row in rows[first...] {
      if row.coordinates.latitude > circle.north { break }
      guard let distance = circle.distance(to: row.coordinates) else { continue }
      let weight = row.people / ((1 + distance) * (1 + distance))
      if found.map({ weight > $0.weight }) ?? true { found = (row.name, weight) }
    }
    return found?.name
  }
}

/// A name to be compared with many others in NFC; those with the same `NameKey` are equal.
///
/// Makes no key for most of them, which differ in the first letter.
struct FoldedName {
  private let key: NameKey
  private let scalars: [UInt32]

  init(_ name: String) {
    key = NameKey(name.utf8)
    scalars = String(decoding: key.bytes, as: UTF8.self).unicodeScalars.map(\.value)
  }

  func equals(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    var (index, count) = (range.lowerBound, 0)
    while index < range.upperBound {
      let next = count < scalars.count ? scalars[count] : nil
      let byte = bytes[index]
      var (isEqual, length) = (next == UInt32(byte.isASCIILetter ? byte | 0x20 : byte), 1)
      if byte < 0x80 {
        index += 1
      } else {
        let scalar = UTF8Scalar(in: bytes, at: index)
        index += scalar.length
        let folding = UnicodeTables.shared.caseFolding(of: scalar.value)
        length = max(1, folding.count)
        isEqual =
          folding.isEmpty ? next == scalar.value : scalars[count...].starts(with: folding)
      }
      guard isEqual else {
        // The parts of a folding may compose (`ΐ`), or what is folded with a mark, where the capital did not (`H̱`).
        let mayCompose = length > 1 || index < range.upperBound && Self.beginsMark(bytes[index])
        return mayCompose && NameKey(bytes[range]) == key
      }
      count += length
    }
    return count == scalars.count
  }

  /// Whether a scalar may be one of U+0300 to U+036F, the marks of letters that have two cases.
  private static func beginsMark(_ byte: UInt8) -> Bool { byte == 0xCC || byte == 0xCD }
}
