import Foundation
import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("The city file")
struct CityFileTests {
  private static let text = try? RepositoryRoot.text(of: "share/places.tsv")

  private static func shipped() throws -> CityFile { CityFile(Array(try #require(text).utf8)) }

  @Test("a position is near the city that a person would name")
  func near() throws {
    let file = try Self.shipped()
    for row in try Table("cities-near").rows {
      let city = file.city(near: try Coordinates(row[1]))
      #expect(city?.name ?? "none" == row[2], "\(row[0])")
    }
  }

  @Test("a table of all cities finds the same")
  func table() throws {
    let file = try Self.shipped()
    let table = CityTable(file)
    try withSeed(cases: 300) { generator in
      let place = try #require(
        Coordinates(
          latitude: Double.random(in: -60...72, using: &generator),
          longitude: Double.random(in: -180...180, using: &generator)))
      #expect(table.name(near: place) == file.city(near: place)?.name, "\(place.text)")
    }
    for degrees in ["90,0", "-90,180", "0,180", "0,-180", "35.66,139.7"] {
      let place = try Coordinates(degrees)
      #expect(table.name(near: place) == file.city(near: place)?.name, "\(degrees)")
    }
    #expect(CityTable(CityFile([])).name(near: .zero) == nil)
  }

  @Test("names in any language are found")
  func names() throws {
    let file = try Self.shipped()
    for row in try Table("cities-named").rows {
      let city = try #require(file.cities(named: row[0]).first, "\(row[0])")
      #expect([city.name, city.country, city.coordinates.text] == Array(row[1...]), "\(row[0])")
    }
  }

  @Test("of several cities with a name, the one with most people comes first")
  func several() throws {
    let people = try Self.shipped().cities(named: "Springfield").map(\.people)
    #expect(people.count > 3)
    #expect(people == people.sorted(by: >))
  }

  @Test("a name is compared whole, and other fields are no names")
  func wholeNames() throws {
    let file = try Self.shipped()
    for name in ["Toky", "Tokyo ", "okyo", "JP", "Asia/Tokyo", "", ",", "35.6895", "\t", "\n"] {
      #expect(file.cities(named: name).isEmpty, "\(name)")
    }
  }

  @Test("names are found exactly where their keys are equal")
  func keys() throws {
    let lines = try #require(Self.text).split(separator: "\n").filter { !$0.hasPrefix("#") }
    let names = lines.flatMap { line -> [Substring] in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return [fields[0]] + fields[6].split(separator: ",")
    }
    #expect(names.count > 100_000)
    try withSeed { generator, _ in
      let some = generator.pick(300, of: names).map(String.init)
      let file = CityFile(Self.bytes(some.map { "\($0)\tXX\t0\t0\t1\tUTC\t" }))
      let keys = some.map { NameKey($0.utf8) }
      for name in some {
        for spelling in [
          name, name.uppercased(), name.lowercased(), name.decomposedStringWithCanonicalMapping,
        ] {
          let key = NameKey(spelling.utf8)
          let expected = zip(some, keys).filter { $0.1 == key }.map(\.0)
          #expect(file.cities(named: spelling).map(\.name) == expected, "\(spelling)")
        }
      }
    }
  }

  @Test(
    "marks that compose only after folding make no difference between names",
    arguments: [
      ("ſ\u{326}", "ș"), ("\u{1E9B}\u{326}", "ș\u{307}"), ("Ϊ\u{301}", "ΐ"), ("ϵ\u{313}", "ἐ"),
      ("ᲂ\u{308}", "ӧ"), ("Ȟ\u{331}", "ẖ\u{30C}"), ("H\u{331}", "ẖ"), ("J\u{30C}", "ǰ"),
      ("İ", "i\u{307}"), ("ᾼ", "αι"), ("ẞ", "SS"), ("ﬀ", "ff"),
    ])
  func composition(_ one: String, _ other: String) throws {
    let names = [one, "\(one)a", other, "\(other)A"].map { Normalization.nfc("\($0)") }
    let file = CityFile(Self.bytes(names.map { "\($0)\tXX\t0\t0\t1\tUTC\t" }))
    for name in names {
      let key = NameKey(name.utf8)
      let expected = names.filter { NameKey($0.utf8) == key }.map { Array($0.utf8) }
      #expect(expected.count == 2)
      #expect(file.cities(named: name).map { Array($0.name.utf8) } == expected, "\(name)")
    }
  }

  @Test("the shipped lines are sorted by latitude, their names in NFC, and all can be read")
  func shape() throws {
    let lines = try #require(Self.text).split(separator: "\n").filter { !$0.hasPrefix("#") }
    var last = -90.0
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(fields.count == 7)
      let position = try Coordinates(String(fields[2]), String(fields[3]))
      #expect(position.latitude >= last && Int(fields[4]) != nil)
      last = position.latitude
      let names = fields[0] + fields[6]
      #expect(Array(names.utf8) == Normalization.nfc(Array(names.utf8)), "\(names)")
    }
    #expect(lines.count > 30_000)
  }

  @Test("more people count for more, a greater distance for less, and 50 km are the end")
  func weights() throws {
    // A degree of latitude is 111.2 km.
    let file = CityFile(
      Self.bytes([
        "Far\tXX\t0\t0\t9000000\tUTC\t", "City\tXX\t0.45\t0\t1000000\tUTC\t",
        "Quarter\tXX\t0.5\t0\t30000\tUTC\t", "Village\tXX\t0.55\t0\t0\tUTC\t",
      ]))
    func name(_ latitude: Double) throws -> String? {
      file.city(near: try #require(Coordinates(latitude: latitude, longitude: 0)))?.name
    }
    #expect(try name(0.5) == "Quarter")
    #expect(try name(0.49) == "City")
    #expect(try name(0.44) == "City")
    #expect(try name(0.2) == "Far")
    #expect(try name(0.899) == "City")
    #expect(try name(0.94) == "Quarter")
    #expect(try name(0.99) == "Village")
    #expect(try name(1.01) == nil)
    #expect(try name(-0.46) == nil)
  }

  @Test("a city beyond the antimeridian or the pole is near")
  func edges() throws {
    let file = CityFile(
      Self.bytes([
        "Amundsen\tXX\t-89.9\t0\t5\tUTC\t", "Dateline\tXX\t10\t179.9\t5\tUTC\t",
        "Peary\tXX\t89.9\t0\t5\tUTC\t",
      ]))
    #expect(file.city(near: try Coordinates("10,-179.9"))?.name == "Dateline")
    #expect(file.city(near: try Coordinates("10,-179.6"))?.name == nil)
    #expect(file.city(near: try Coordinates("89.8,180"))?.name == "Peary")
    #expect(file.city(near: try Coordinates("-90,-77"))?.name == "Amundsen")
  }

  @Test("lines that cannot be read have no city, whatever they hold")
  func brokenLines() throws {
    let good = "Here\tXX\t0.01\t0\t5\tUTC\tHome,Zuhause"
    let broken = [
      "", "Here", "#", "Here\t", "Here\tXX\t0.01\t0\t5", "Here\tXX\tnan\t0\t5\tUTC\t",
      "Here\tXX\t0.01\t1e400\t5\tUTC\t", "Here\tXX\t0.01\t0\t-5\tUTC\t",
      "Here\tXX\t0.01\t0\t99999999999999999999\tUTC\t", "Here\tXX\t\t\t\t\t",
      "Here\tXX\t200\t0\t5\tUTC\tHome", String(repeating: "Here,", count: 200_000),
      String(repeating: "\t", count: 1 << 20), String(repeating: ",", count: 1 << 20),
    ]
    let position = try Coordinates("0,0")
    for lines in [broken, []] + broken.map({ [$0] }) {
      let file = CityFile(Self.bytes(lines))
      #expect(file.cities(named: "here").isEmpty && file.cities(named: "home").isEmpty)
      #expect(file.city(near: position) == nil)
      let mixed = CityFile(Self.bytes(lines + [good]))
      #expect(mixed.cities(named: "here").count == 1)
      #expect(mixed.cities(named: "zuhause").first?.name == "Zuhause")
      #expect(mixed.city(near: position)?.name == "Here")
    }
    #expect(CityFile(Array(good.utf8)).cities(named: "Home").count == 1)
    #expect(CityFile(Array("Here\tXX\t0.01\t0\t5\tUTC".utf8)).cities(named: "here").count == 1)
  }

  @Test("bytes that are no text do not stop a search")
  func bytes() throws {
    try withSeed(cases: 200) { generator in
      let choices: [UInt8] = Array("\t\t\t\n\n,0123.-".utf8) + [0xC3, 0x9F, 0xFF, 0x80, 0xE1]
      let file = CityFile(generator.pick(500, of: choices))
      _ = file.cities(named: "ß")
      _ = file.city(near: try Coordinates("1,1"))
    }
  }

  private static func bytes(_ lines: [String]) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }
}
