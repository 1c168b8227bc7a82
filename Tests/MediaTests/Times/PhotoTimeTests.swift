import SystemCalls
import Testing
import VaultFormat

@testable import Media

@Suite("The time of a photo")
struct PhotoTimeTests {
  /// Two hours east: not what any photo here says of itself.
  private static let zone = TimeZoneRules { _ in 7200 }
  /// 2026-11-20T00:00:00Z.
  private static let now: Int64 = 1_795_132_800
  /// 2021-05-06T07:08:09.250Z.
  private static let modified = FileTime(seconds: 1_620_284_889, nanoseconds: 250_000_000)

  private func time(_ details: PhotoDetails?, name: String = "photo.jpg") -> PhotoTime {
    PhotoTime(
      details: details, name: name, modified: Self.modified, now: Self.now, zone: Self.zone)
  }

  private func camera(_ text: String, offset: String? = nil) -> CameraTime? {
    CameraTime(text, fraction: nil, offset: offset)
  }

  @Test("EXIF comes first, then the name, then the last change, then the file")
  func order() throws {
    var details = PhotoDetails()
    details.original = camera("2020:11:20 18:03:11", offset: "+01:00")
    details.digitized = camera("2020:11:21 18:03:11", offset: "+01:00")
    let name = "IMG_20201122_180311.jpg"
    #expect(time(details, name: name).time.rfc3339 == "2020-11-20T18:03:11+01:00")
    #expect(time(details, name: name).source == .original)
    details.original = nil
    #expect(time(details, name: name).time.rfc3339 == "2020-11-21T18:03:11+01:00")
    #expect(time(details, name: name).source == .digitized)
    details.digitized = nil
    details.modified = camera("2020:11:25 18:03:11", offset: "+01:00")
    #expect(time(details, name: name).time.rfc3339 == "2020-11-22T18:03:11+02:00")
    #expect(time(details, name: name).source == .name)
    #expect(time(details).time.rfc3339 == "2020-11-25T18:03:11+01:00")
    #expect(time(details).source == .changed)
    details.modified = camera("2020:11:25 18:03:11")
    #expect(time(details).time.rfc3339 == "2020-11-25T18:03:11+02:00")
    details.modified = nil
    #expect(time(details).time.rfc3339 == "2021-05-06T09:08:09+02:00")
    #expect(time(details).source == .file)
    #expect(time(details).millisecond == 250)
  }

  @Test(
    "a time before photography or after tomorrow is passed over",
    arguments: [
      ("1101:01:01 00:00:00", false), ("1825:12:31 12:00:00", false), ("1890:07:01 12:00:00", true),
      ("2026:11:20 12:00:00", true), ("2026:11:25 12:00:00", false), ("9999:12:31 23:59:59", false),
    ])
  func plausible(text: String, isTaken: Bool) {
    var details = PhotoDetails()
    details.original = camera(text)
    details.digitized = camera("2020:11:21 18:03:11")
    #expect(time(details).source == (isTaken ? .original : .digitized))
  }

  @Test(
    "without an offset of its own a time has that by which it differs from GPS",
    arguments: [
      ("17:03:11", 0, PhotoTime.ZoneSource.gps), ("18:03:11", 3600, .gps),
      ("18:05:00", 3600, .gps), ("17:58:00", 3600, .gps), ("22:48:11", 20_700, .gps),
      ("22:33:00", 19_800, .gps), ("07:33:00", -34_200, .gps),
      // Farther east or west than any zone, and a quarter that none has: the position was of another time.
      ("17:33:00", 7200, .vault), ("02:03:11", 7200, .vault), ("18:15:00", 7200, .vault),
    ])
  func gps(clock: String, offset: Int, source: PhotoTime.ZoneSource) {
    var details = PhotoDetails()
    details.original = camera("2020:11:20 \(clock)")
    // 2020-11-20T17:03:08Z.
    details.gpsTime = 1_605_891_788
    let found = time(details)
    #expect(found.time.offset == offset)
    #expect(found.zoneSource == source)
    #expect(found.time.rfc3339.hasPrefix("2020-11-20T\(clock)"))
  }

  @Test("the offset of EXIF counts before GPS")
  func bothOffsets() {
    var details = PhotoDetails()
    details.original = camera("2020:11:20 18:03:11", offset: "+01:00")
    details.gpsTime = 0
    #expect(time(details).zoneSource == .exif)
    #expect(time(details).time.offset == 3600)
    details.original?.offset = nil
    for extreme in [Int64.min, .max, .max - 1] {
      details.gpsTime = extreme
      #expect(time(details).zoneSource == .vault)
    }
  }

  @Test(
    "names that hold a time",
    arguments: [
      ("IMG_20161120_180311.jpg", "2016-11-20T18:03:11+02:00"),
      ("IMG_20161120_180311_1.jpg", "2016-11-20T18:03:11+02:00"),
      ("VID_20161120_180311.mp4", "2016-11-20T18:03:11+02:00"),
      ("20161120_180311.jpg", "2016-11-20T18:03:11+02:00"),
      ("20161120_180311(0).jpg", "2016-11-20T18:03:11+02:00"),
      ("20161120T180311.jpg", "2016-11-20T18:03:11+02:00"),
      // In UTC.
      ("PXL_20201120_180311123.jpg", "2020-11-20T20:03:11+02:00"),
      ("PXL_20201120_230311123.MP.jpg", "2020-11-21T01:03:11+02:00"),
      ("2016-11-20 18.03.11.jpg", "2016-11-20T18:03:11+02:00"),
      ("2016-11-20 18.03.11-1.jpg", "2016-11-20T18:03:11+02:00"),
      ("Screenshot_2020-11-20-18-03-11.png", "2020-11-20T18:03:11+02:00"),
      ("Screenshot_20201120-180311_Maps.png", "2020-11-20T18:03:11+02:00"),
      ("Screenshot 2020-11-20 at 6.03.11\u{202F}PM.png", "2020-11-20T18:03:11+02:00"),
      ("Screenshot 2020-11-20 at 12.03.11 AM.png", "2020-11-20T00:03:11+02:00"),
      ("Screen Shot 2020-11-20 at 18.03.11.png", "2020-11-20T18:03:11+02:00"),
      ("WhatsApp Image 2020-11-20 at 18.03.11.jpeg", "2020-11-20T18:03:11+02:00"),
      ("WhatsApp Image 2020-11-20 at 18.03.11 (1).jpeg", "2020-11-20T18:03:11+02:00"),
      ("signal-2020-11-20-180311.jpg", "2020-11-20T18:03:11+02:00"),
      ("photo_2020-11-20_18-03-11.jpg", "2020-11-20T18:03:11+02:00"),
      ("00001IMG_00001_BURST20171111030039_COVER.jpg", "2017-11-11T03:00:39+02:00"),
      ("IMG-20201120-WA0001.jpg", "2020-11-20"),
      ("VID-20201120-WA0001.mp4", "2020-11-20"),
      ("2020-11-20.jpg", "2020-11-20"),
      ("Kaia 2020-11-20 at the lake.jpg", "2020-11-20"),
      ("2020_11_20.jpg", "2020-11-20"),
      ("IMG_20161120_250311.jpg", "2016-11-20"),
      ("Screenshot 2020-11-20 at 13.03.11 PM.png", "2020-11-20"),
    ])
  func names(name: String, expected: String) {
    let found = time(nil, name: name)
    #expect(found.time.rfc3339 == expected)
    #expect(found.source == .name)
    #expect(found.millisecond == (name.contains("311123") ? 123 : 0))
  }

  @Test(
    "names that hold none",
    arguments: [
      "", "photo.jpg", "IMG_1234.jpg", "DSC01234.jpg", "20161320.jpg", "2016-13-20.jpg",
      "2016-11.jpg", "120161120.jpg", "12345678.jpg", "2016-11_20.jpg", "2016-11-201.jpg",
      "30001120_180311.jpg", "1511199791000.jpg", "FB_IMG_1511199791000.jpg", "2030-01-01.jpg",
    ])
  func namesWithout(name: String) {
    #expect(time(nil, name: name).source == .file)
  }
}
