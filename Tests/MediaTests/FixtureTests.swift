import Testing
import VaultFormat

@testable import Media

/// What exiftool 12.57 (`-n -j`), ffprobe 5.1 and Pillow 13 say of the same files; where they differ from
/// each other or from tl, a comment says why.
@Suite("Files of other programs")
struct FixtureTests {
  struct Expected: Sendable, CustomTestStringConvertible {
    let name: String
    let mimeType: String
    var width: Int?
    var height: Int?
    /// In milliseconds.
    var duration: Int64?

    init(_ name: String, _ mimeType: String, _ width: Int?, _ height: Int?, _ duration: Int64?) {
      self.name = name
      self.mimeType = mimeType
      self.width = width
      self.height = height
      self.duration = duration
    }

    var testDescription: String { name }
  }

  private static let table = [
    // 48 × 32 stored pixels and Orientation 6.
    Expected("photo.jpg", "image/jpeg", 32, 48, nil),
    Expected("progressive.jpg", "image/jpeg", 32, 48, nil),
    Expected("photo.png", "image/png", 32, 48, nil),
    Expected("photo.webp", "image/webp", 32, 48, nil),
    Expected("lossless.webp", "image/webp", 32, 48, nil),
    Expected("photo.tif", "image/tiff", 32, 48, nil),
    // exiftool gives 64 × 64, what the codec stores; libheif and Pillow crop and turn it too.
    Expected("photo.heic", "image/heic", 32, 48, nil),
    Expected("photo.avif", "image/avif", 32, 48, nil),
    Expected("plain.webp", "image/webp", 48, 32, nil),
    Expected("plain.gif", "image/gif", 48, 32, nil),
    Expected("v.mp4", "video/mp4", 64, 48, 1022),
    Expected("v.mov", "video/quicktime", 64, 48, 1000),
    Expected("keys.mov", "video/quicktime", 64, 48, 1000),
    Expected("v.webm", "video/webm", 64, 48, 1000),
    Expected("v.mkv", "video/x-matroska", 64, 48, 1000),
    Expected("s.m4a", "audio/mp4", nil, nil, 1500),
    // exiftool: 0.
    Expected("frag.mp4", "audio/mp4", nil, nil, 1523),
    Expected("s.webm", "audio/webm", nil, nil, 1508),
    // Both say nothing; ffprobe lists a last packet at 1.494 s, from which it has taken 7 ms of
    // delay.
    Expected("live.webm", "audio/webm", nil, nil, 1501),
    Expected("s.opus", "audio/ogg", nil, nil, 1500),
    Expected("s.ogg", "audio/ogg", nil, nil, 1500),
    Expected("s.mp3", "audio/mpeg", nil, nil, 1541),
    Expected("vbr.mp3", "audio/mpeg", nil, nil, 1541),
    Expected("bare.mp3", "audio/mpeg", nil, nil, 1541),
    Expected("s.wav", "audio/wav", nil, nil, 1500),
    Expected("s.flac", "audio/flac", nil, nil, 1500),
    // ffprobe guesses 1.526 s from the bitrate, and counts 66 packets of 1,024 samples at 44.1 kHz.
    Expected("s.aac", "audio/aac", nil, nil, 1533),
  ]

  @Test("type, size and duration are what other programs say", arguments: table)
  func agrees(_ expected: Expected) throws {
    let facts = facts(try Fixtures.bytes(expected.name))
    #expect(facts.type.mimeType == expected.mimeType)
    #expect(facts.size?.width == expected.width)
    #expect(facts.size?.height == expected.height)
    #expect(facts.duration == expected.duration)
  }

  @Test("every fixture is in the table, and none is large")
  func complete() {
    #expect(Set(Fixtures.all.map(\.name)) == Set(Self.table.map(\.name)))
    for file in Fixtures.all { #expect(file.bytes.count < 20_000, "\(file.name)") }
  }

  static let photos = [
    "photo.jpg", "progressive.jpg", "photo.png", "photo.webp", "lossless.webp", "photo.tif",
    "photo.heic", "photo.avif",
  ]

  @Test("EXIF is what exiftool says", arguments: photos)
  func exif(name: String) throws {
    let details = try #require(facts(Fixtures.bytes(name)).details)
    let day = try #require(CalendarDay("2020-11-20"))
    #expect(
      details.original
        == CameraTime(day: day, secondOfDay: 64_991, millisecond: 123, offset: 3600))
    let position = try #require(details.position)
    #expect(abs(position.latitude - -33.8584) < 1e-9)
    #expect(abs(position.longitude - 151.211166666667) < 1e-9)
    #expect(position.altitude == -3.5)
    #expect(details.gpsTime == 1_605_891_788)
    #expect(details.make == "Apfel")
    #expect(details.model == "Phone 12")
    #expect(details.exposureTime == 0.02)
    #expect(details.fNumber == 1.8)
    #expect(details.focalLength == 4.2)
    #expect(details.focalLength35mm == 26)
    #expect(details.iso == 125)
  }

  @Test("a film's position is what exiftool says")
  func films() throws {
    let place = try #require(facts(Fixtures.bytes("v.mov")).details?.position)
    #expect(place == GeoPosition(latitude: 48.8566, longitude: 2.3522))
    let details = try #require(facts(Fixtures.bytes("keys.mov")).details)
    #expect(details.position == GeoPosition(latitude: 48.8566, longitude: 2.3522, altitude: 35))
    #expect(details.make == "Apfel")
    let day = try #require(CalendarDay("2020-11-20"))
    #expect(details.original == CameraTime(day: day, secondOfDay: 64_991, offset: 3600))
  }

  @Test("nothing of a position is left in any of them", arguments: photos + ["v.mov", "keys.mov"])
  func removal(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    for extent in MetadataExtent.allCases where !(name == "photo.tif" && extent == .all) {
      let after = try stripped(bytes, extent)
      #expect(facts(after).details?.position == nil)
      #expect(!after.contains(text: "GPSLatitude"))
      #expect(!after.contains(text: "+48.85"))
      #expect(facts(after).size?.width == facts(bytes).size?.width)
      #expect(
        after.contains(text: "Apfel") == (extent == .position && facts(bytes).details?.make != nil))
    }
  }
}
