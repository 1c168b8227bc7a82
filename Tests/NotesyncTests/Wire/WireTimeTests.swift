import Testing

@testable import Notesync

@Suite("Times on the wire")
struct WireTimeTests {
  @Test(
    "each form that the original server takes is read",
    arguments: [
      ("2026-03-01T10:00:00Z", 1_772_359_200_000_000),
      ("2026-03-01t10:00:00z", 1_772_359_200_000_000),
      ("2026-03-01 10:00:00", 1_772_359_200_000_000), ("2026-03-01T10:00", 1_772_359_200_000_000),
      ("2026-03-01T10:00:00+09:00", 1_772_326_800_000_000),
      ("2026-03-01T10:00:00-0530", 1_772_379_000_000_000),
      ("2026-03-01T10:00:00.5Z", 1_772_359_200_500_000),
      ("2026-03-01T10:00:00,123", 1_772_359_200_123_000),
      ("2026-03-01T10:00:00.123456789Z", 1_772_359_200_123_456),
      ("2026-03-01", 1_772_323_200_000_000), ("1772359200", 1_772_359_200_000_000),
      ("1772359200123", 1_772_359_200_123_000), ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
      ("1969-12-31T23:59:59.500000Z", -500_000),
    ] as [(String, Int64)])
  func read(_ text: String, _ microseconds: Int64) {
    #expect(WireTime(text)?.microseconds == microseconds)
  }

  @Test(
    "other forms are refused",
    arguments: [
      "", "2026-03-01T24:00:00Z", "2026-03-01T10:00:60Z", "20260301T100000Z",
      "2026-03-01T10:00:00+09", "Sun, 01 Mar 2026 10:00:00 GMT", "2026-02-30", "2026-13-01",
      "0000-01-01", "2026-03-01T10:00:00.", "2026-03-01T", "true", "1e300", "nan", "-1e30",
      "2026-03-01T10:00:00Z ", "2026-03-01T10:00:00+0x:00", "99999999999999999999",
    ])
  func refused(_ text: String) {
    #expect(WireTime(text) == nil)
  }

  @Test("what is written is a whole second in UTC, cut, and reads back")
  func written() {
    #expect(WireTime(microseconds: -500_000).text == "1969-12-31T23:59:59Z")
    #expect(WireTime(microseconds: 1_772_359_200_999_999).text == "2026-03-01T10:00:00Z")
    #expect(WireTime(microseconds: .min).text == "0001-01-01T00:00:00Z")
    #expect(WireTime(microseconds: .max).text == "9999-12-31T23:59:59Z")
    #expect(WireTime(WireTime.earliest.text) == .earliest)
    #expect(WireTime(seconds: .max).microseconds == .max)
  }
}
