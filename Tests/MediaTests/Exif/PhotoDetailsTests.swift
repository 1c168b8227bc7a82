import Testing
import VaultFormat

@testable import Media

@Suite("EXIF")
struct PhotoDetailsTests {
  private static func expected() throws -> PhotoDetails {
    var details = PhotoDetails()
    let day = try #require(CalendarDay("2020-11-20"))
    details.original = CameraTime(
      day: day, secondOfDay: 64_991, millisecond: 123, offset: 3600)
    details.digitized = CameraTime(day: day, secondOfDay: 64_992)
    details.modified = CameraTime(day: try #require(CalendarDay("2021-01-02")), secondOfDay: 11_045)
    details.position = GeoPosition(
      latitude: 48 + 51.0 / 60 + 30.24 / 3600, longitude: 2 + 17.0 / 60 + 40.2 / 3600, altitude: 35)
    details.gpsTime = 1_605_891_788
    details.make = "Apfel"
    details.model = "Phone 12"
    details.exposureTime = 0.02
    details.fNumber = 1.8
    details.focalLength = 4.2
    details.focalLength35mm = 26
    details.iso = 125
    details.orientation = .turnedRight
    return details
  }

  @Test("all values are read in both byte orders", arguments: [true, false])
  func values(isLittleEndian: Bool) throws {
    let exif = ExifBuilder.phone(isLittleEndian: isLittleEndian).bytes
    #expect(details(exif) == (try Self.expected()))
  }

  @Test("every format has it in its place")
  func places() throws {
    let exif = ExifBuilder.phone().bytes
    let expected = try Self.expected()
    #expect(facts(FileBuilder.jpeg([FileBuilder.exifSegment(exif)])).details == expected)
    #expect(facts(FileBuilder.png([FileBuilder.chunk("eXIf", exif)])).details == expected)
    #expect(facts(FileBuilder.webp(exif: exif)).details == expected)
    #expect(facts(FileBuilder.heif(exif: exif)).details == expected)
    #expect(facts(FileBuilder.heif(brand: "avif", exif: exif)).details == expected)
    #expect(facts(exif).details == expected)
    #expect(facts(FileBuilder.jpeg()).details == nil)
  }

  @Test("a segment of XMP before EXIF is passed over")
  func xmpFirst() throws {
    let xmp = FileBuilder.segment(0xE1, JPEGSegment.xmpPrefix + Array("<x/>".utf8))
    let exif = FileBuilder.exifSegment(ExifBuilder.phone().bytes)
    #expect(facts(FileBuilder.jpeg([xmp, exif])).details == (try Self.expected()))
  }

  @Test(
    "the letters say on which half of the earth a photo was taken",
    arguments: [
      ("N", "E", 48.5, 2.25), ("S", "E", -48.5, 2.25), ("N", "W", 48.5, -2.25),
      ("S", "W", -48.5, -2.25), ("n", "e", 48.5, 2.25),
    ])
  func halves(north: String, east: String, latitude: Double, longitude: Double) {
    let position = position(north, [(48, 1), (30, 1), (0, 1)], east, [(2, 1), (15, 1), (0, 1)])
    #expect(position == GeoPosition(latitude: latitude, longitude: longitude))
  }

  private func position(
    _ north: String, _ latitude: [(UInt32, UInt32)], _ east: String, _ longitude: [(UInt32, UInt32)]
  ) -> GeoPosition? {
    var builder = ExifBuilder()
    builder.gps = [
      (.latitudeReference, .ascii(north)), (.latitude, .rationals(latitude)),
      (.longitudeReference, .ascii(east)), (.longitude, .rationals(longitude)),
    ]
    return details(builder.bytes)?.position
  }

  @Test("a position that cannot be one is none")
  func noPositions() {
    let (fine, zero) = (
      [(UInt32(2), UInt32(1)), (15, 1), (0, 1)], [(UInt32(0), UInt32(1)), (0, 1), (0, 1)]
    )
    #expect(position("N", fine, "E", fine) != nil)
    #expect(position("N", zero, "E", fine) != nil)
    #expect(position("N", zero, "E", zero) == nil, "before the first fix")
    #expect(position("", fine, "E", fine) == nil)
    #expect(position("E", fine, "E", fine) == nil)
    #expect(position("N", [(0, 0), (0, 0), (0, 0)], "E", fine) == nil)
    #expect(position("N", [(91, 1), (0, 1), (0, 1)], "E", fine) == nil)
    #expect(position("N", fine, "E", [(180, 1), (1, 1), (0, 1)]) == nil)
    #expect(position("N", [(2, 1), (15, 1)], "E", fine) == nil, "two parts")
    #expect(position("N", [(.max, 1), (.max, 1), (.max, 1)], "E", fine) == nil)
  }

  @Test("an altitude below the sea is negative")
  func belowTheSea() {
    var builder = ExifBuilder()
    builder.gps = ExifBuilder.paris.filter { $0.0 != .altitudeReference && $0.0 != .altitude }
    builder.gps += [(.altitudeReference, .bytes([1])), (.altitude, .rationals([(43, 10)]))]
    #expect(details(builder.bytes)?.position?.altitude == -4.3)
  }

  @Test(
    "times as cameras write them",
    arguments: [
      ("2020:11:20 18:03:11", "2020-11-20 64991"), ("2020-11-20T18:03:11", "2020-11-20 64991"),
      ("2020:11:20 18:03", "2020-11-20 64980"), ("2016:12:31 23:59:60", "2016-12-31 86399"),
      ("1101:01:01 00:00:00", "1101-01-01 0"), ("9999:12:31 23:59:59", "9999-12-31 86399"),
      ("0000:00:00 00:00:00", nil), ("    :  :     :  :  ", nil), ("2020:02:30 10:00:00", nil),
      ("2020:11:20 24:00:00", nil), ("2020:11:20 10:60:00", nil), ("2020:11:20", nil), ("", nil),
      ("99999999999999999999:11:20 10:00:00", nil), ("later", nil), ("-2020:11:20 10:00:00", nil),
    ] as [(String, String?)])
  func times(text: String, expected: String?) {
    var builder = ExifBuilder()
    builder.exif = [(.dateTimeOriginal, .ascii(text))]
    let time = details(builder.bytes)?.original
    #expect(time.map { "\($0.day) \($0.secondOfDay)" } == expected)
  }

  @Test(
    "offsets and fractions of a second",
    arguments: [
      ("+02:00", 7200), ("-09:30", -34_200), ("+0545", 20_700), ("Z", 0), ("+14:00", 50_400),
      ("+15:00", nil), ("-13:00", nil), ("02:00", nil), ("+02:60", nil), ("+2", nil), ("", nil),
      ("   :  ", nil),
    ] as [(String, Int?)])
  func offsets(text: String, seconds: Int?) {
    #expect(details(ExifBuilder.phone(offset: text).bytes)?.original?.offset == seconds)
  }

  @Test(
    "fractions are digits behind the point",
    arguments: [("5", 500), ("05", 50), ("123456", 123), ("", 0), ("7 ", 700), ("x", 0)])
  func fractions(text: String, millisecond: Int) {
    let time = CameraTime("2020:11:20 18:03:11", fraction: text, offset: nil)
    #expect(time?.millisecond == millisecond)
  }

  @Test("a sensitivity beyond 16 bits stands in another tag")
  func largeISO() {
    var builder = ExifBuilder()
    builder.exif = [(.sensitivity, .short(65_535)), (.recommendedIndex, .long(102_400))]
    #expect(details(builder.bytes)?.iso == 102_400)
    builder.exif = [(.sensitivity, .long(.max))]
    #expect(details(builder.bytes)?.iso == nil)
  }

  @Test("a camera's tags count in the directory of the picture too, behind their own")
  func misplaced() {
    var builder = ExifBuilder()
    builder.picture = [(.fNumber, .rationals([(2, 1)])), (.exposureTime, .rationals([(1, 8)]))]
    builder.exif = [(.fNumber, .rationals([(4, 1)]))]
    #expect(details(builder.bytes)?.fNumber == 4)
    #expect(details(builder.bytes)?.exposureTime == 0.125)
  }

  @Test("texts lose blanks and control characters, and end at a zero")
  func texts() {
    var builder = ExifBuilder()
    builder.picture = [(.make, .ascii("  Ap\u{7}fel\0more")), (.model, .ascii("   "))]
    #expect(details(builder.bytes)?.make == "Ap fel")
    #expect(details(builder.bytes)?.model == nil)
    builder.picture = [(.make, .ascii(String(repeating: "a", count: 5000)))]
    #expect(details(builder.bytes)?.make?.utf8.count == 256)
  }
}

@Suite("Hostile EXIF")
struct HostileExifTests {
  @Test("directories that lead to each other are read once")
  func cycles() {
    var builder = ExifBuilder.phone()
    // Both point to the first directory.
    builder.exif.append((.exifDirectory, .long(8)))
    builder.gps.append((.gpsDirectory, .long(8)))
    #expect(details(builder.bytes)?.make == "Apfel")
    let itself: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 0]
    #expect(TIFFStructure(ByteSource(itself).all)?.directories.count == 1)
  }

  @Test("directories in directories are followed four deep")
  func depth() throws {
    // Each directory has one entry, which leads to the next.
    var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
    for level in 1...10 {
      bytes += [1, 0] + TIFFTag.exifDirectory.rawValue.littleEndianBytes + [4, 0, 1, 0, 0, 0]
      bytes += UInt32(8 + level * 18).littleEndianBytes + [0, 0, 0, 0]
    }
    let tiff = try #require(TIFFStructure(ByteSource(bytes).all))
    #expect(tiff.directories.count == TIFFStructure.greatestDepth)
  }

  @Test("of 10,000 entries 1,000 are read")
  func manyEntries() throws {
    var builder = ExifBuilder()
    let filler = (0..<10_000).map {
      (TIFFTag(rawValue: UInt16($0 + 1000)), ExifBuilder.Value.short(1))
    }
    builder.picture = [(.make, .ascii("Apfel"))] + filler + [(.model, .ascii("late"))]
    let tiff = try #require(TIFFStructure(ByteSource(builder.bytes).all))
    #expect(tiff.directories.first?.directory.entries.count == TIFFStructure.mostEntries)
    #expect(details(builder.bytes)?.make == "Apfel")
    #expect(details(builder.bytes)?.model == nil)
  }

  @Test(
    "values that claim what is not there are nil",
    arguments: [
      ExifBuilder.Value.raw(type: 2, count: .max, field: 8),
      .raw(type: 2, count: 100, field: .max), .raw(type: 5, count: .max, field: .max),
      .raw(type: 99, count: 1, field: 0), .raw(type: 0, count: 0, field: 0),
      .raw(type: 3, count: 0, field: 1),
    ])
  func claims(value: ExifBuilder.Value) {
    var builder = ExifBuilder()
    builder.picture = [(.model, .ascii("Phone")), (.orientation, value)]
    builder.exif = [(.dateTimeOriginal, value), (.fNumber, value), (.sensitivity, value)]
    builder.gps = [(.latitude, value), (.longitude, value), (.altitude, value)]
    let found = details(builder.bytes)
    #expect(found?.model == "Phone")
    #expect(found?.fNumber == nil)
    #expect(found?.iso == nil)
    #expect(found?.position == nil)
    #expect(found?.orientation == nil)
  }

  @Test("a structure cut off anywhere gives what is left of it")
  func truncated() {
    let bytes = ExifBuilder.phone().bytes
    for length in 0..<bytes.count { _ = details(Array(bytes[..<length])) }
    #expect(details(Array(bytes[..<7])) == nil)
    #expect(details(Array(bytes.dropLast())) != nil)
  }
}

extension ExifBuilder.Value: CustomTestStringConvertible {
  var testDescription: String { "\(self)" }
}
