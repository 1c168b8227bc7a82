import Foundation
import TestSupport
import Testing

@testable import VaultFormat

@Suite("NoteTime")
struct NoteTimeTests {
  private let plusOne = Zones.fixed(3600)

  @Test(
    "what is read, and how it is written again, beside the cases of `Spec/values.case`",
    arguments: [
      ("2026-11-20T17:03:11-00:00", "2026-11-20T17:03:11Z"),
      ("2026-11-20T17:03:11+00:00", "2026-11-20T17:03:11Z"),
      ("2026-11-20 18:03:11+05:45", "2026-11-20T18:03:11+05:45"),
      ("2026-11-20  18:03:11 -03:30", "2026-11-20T18:03:11-03:30"),
      ("2021-05-01 16:40:00 +0100", "2021-05-01T16:40:00+01:00"),
      ("2021-05-01 16:40 +01", "2021-05-01T16:40:00+01:00"),
      ("2021-05-01T16:40-08", "2021-05-01T16:40:00-08:00"),
      ("2021-05-01T16:40Z", "2021-05-01T16:40:00Z"),
      ("2026-11-20T18:03:11.987654321+01:00", "2026-11-20T18:03:11+01:00"),
      ("2026-11-20 18:03", "2026-11-20T18:03:00+01:00"),
      (" \t2026-11-20 ", "2026-11-20"),
      (" 2026-11-20 18:03 ", "2026-11-20T18:03:00+01:00"),
      ("9999-12-31T23:59:60-23:59", "9999-12-31T23:59:59-23:59"),
      ("0000-01-01T00:00:00+23:59", "0000-01-01T00:00:00+23:59"),
      ("1763658191", "2025-11-20T18:03:11+01:00"),
      ("1763658191999", "2025-11-20T18:03:11+01:00"),
      ("100000000", "1973-03-03T10:46:40+01:00"),
      ("10000000000", "2286-11-20T18:46:40+01:00"),
      ("100000000000", "1973-03-03T10:46:40+01:00"),
      ("99999999999999", "5138-11-16T10:46:39+01:00"),
    ])
  func read(text: String, written: String) throws {
    let time = try #require(NoteTime(text, zone: plusOne))
    #expect(time.rfc3339 == written)
    #expect(time.precision == (written.count == 10 ? .day : .second))
    #expect(NoteTime(time.rfc3339, zone: plusOne) == time)
  }

  @Test(
    "texts that are not times",
    arguments: [
      "", " ", "2026", "20261120", "12345678", "2026-13-01", "2026-00-01", "2026-02-30",
      "2025-02-29",
      "2026-11-00", "2026-11-31", "2026-11-20T", "2026-11-20T18", "2026-11-20T18:3",
      "2026-11-20T24:00",
      "2026-11-20T18:60", "2026-11-20T18:03:61", "2026-11-20T18:03:11.",
      "2026-11-20T18:03:11+24:00",
      "2026-11-20T18:03:11+01:60", "2026-11-20T18:03:11+1", "2026-11-20T18:03:11+010",
      "2026-11-20T18:03:11+01:", "2026-11-20T18:03:11+01:0", "2026-11-20T18:03:11+01:00x",
      "2026-11-20T18:03:11ZZ", "2026-11-20T18:03:11 CET", "2026-11-20T18:03:11+", "2026-11-20x",
      "2026-11-20-1", "2026-1-2", "20 Nov 2026", "x2026-11-20", "18:03", "today", "-2026-11-20",
      "-1763658191", "+1763658191", "1763658191.5", "17636581919999999", "176365819100000",
      "２０２６-11-20", "2026\u{2011}11\u{2011}20", "9999-12-31T23:59:59+", "1763658191 1",
    ])
  func refused(text: String) {
    #expect(NoteTime(text, zone: plusOne) == nil)
  }

  @Test("the day is the writer's, wherever the reader is")
  func writersDay() throws {
    let late = try #require(NoteTime("2026-11-20T23:30:00-08:00", zone: .utc))
    #expect(late.day.description == "2026-11-20")
    #expect(late.secondOfDay == 84_600)
    #expect(late.seconds == 1_795_246_200)
  }

  @Test("a day alone begins at local midnight")
  func dayAlone() throws {
    let berlin = try Zones.foundation("Europe/Berlin")
    let winter = try #require(NoteTime("2026-11-20", zone: berlin))
    #expect(winter.seconds == 1_795_129_200)
    #expect(winter.offset == 3600)
    let summer = try #require(NoteTime("2026-07-01", zone: berlin))
    #expect(summer.offset == 7200)
  }

  @Test("a day whose midnight the zone skips keeps its date")
  func skippedMidnight() throws {
    let zone = try Zones.foundation("Asia/Beirut")
    let time = try #require(NoteTime("2022-03-27", zone: zone))
    #expect(time.day.description == "2022-03-27")
    #expect(zone.offset(time.seconds) == 10_800)
    #expect(zone.offset(time.seconds - 1) == 7200)
  }

  @Test("a skipped clock time keeps its digits and means the instant after the gap")
  func skippedClockTime() throws {
    let zone = try Zones.foundation("Europe/Berlin")
    let time = try #require(NoteTime("2026-03-29T02:30:00", zone: zone))
    #expect(time.rfc3339 == "2026-03-29T02:30:00+01:00")
    #expect(time.seconds == NoteTime("2026-03-29T03:30:00+02:00", zone: .utc)?.seconds)
  }

  @Test("a repeated clock time is the first one")
  func repeatedClockTime() throws {
    let zone = try Zones.foundation("Europe/Berlin")
    #expect(NoteTime("2026-10-25 02:30", zone: zone)?.rfc3339 == "2026-10-25T02:30:00+02:00")
  }

  @Test("an offset with seconds is written in whole minutes, at the same instant")
  func localMeanTime() throws {
    let time = try #require(NoteTime("1850-01-01T12:00:00", zone: Zones.fixed(3208)))
    #expect(time.rfc3339 == "1850-01-01T11:59:32+00:53")
    #expect(NoteTime(time.rfc3339, zone: .utc)?.seconds == time.seconds)
    let west = try #require(NoteTime("1850-01-01T12:00:00", zone: Zones.fixed(-3208)))
    #expect(NoteTime(west.rfc3339, zone: .utc)?.seconds == west.seconds)
    let first = try #require(NoteTime("0000-01-01T00:00:00", zone: Zones.fixed(59)))
    #expect(!first.rfc3339.isEmpty)
  }

  @Test("now, with the zone's offset")
  func now() {
    #expect(NoteTime(instant: 1_795_129_200, zone: plusOne).rfc3339 == "2026-11-20T00:00:00+01:00")
    #expect(NoteTime(instant: .max, zone: plusOne).day.year == 9999)
    #expect(NoteTime(instant: .min, zone: plusOne).day.year == 0)
  }

  @Test(
    "values out of range are refused",
    arguments: [
      (Int64.max, 0), (Int64.min, 0), (Int64.max, 86_399), (Int64(0), 86_400), (0, -86_400),
      (0, Int.min),
      (253_402_300_800, 0), (253_402_300_799, 1), (-62_167_219_201, 0), (-62_167_219_200, -1),
    ] as [(Int64, Int)])
  func outOfRange(seconds: Int64, offset: Int) {
    #expect(NoteTime(seconds: seconds, offset: offset) == nil)
  }

  @Test("10,000 random times come back from their text and agree with Foundation")
  func roundTrip() throws {
    let formatter = ISO8601DateFormatter()
    try withSeed(cases: 10_000) { generator in
      let seconds = Int64.random(in: -12_000_000_000...253_402_000_000, using: &generator)
      let offset = Int.random(in: -14 * 60...14 * 60, using: &generator) * 60
      let time = try #require(NoteTime(seconds: seconds, offset: offset))
      let text = time.rfc3339
      #expect(NoteTime(text, zone: .utc) == time)
      formatter.timeZone = TimeZone(secondsFromGMT: offset)
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(text == formatter.string(from: date))
    }
  }

  @Test("random bytes, and times with one byte changed, never crash and stay in range")
  func hostile() throws {
    try withSeed { generator, _ in
      let alphabet = Array("0123456789-:+.TtZz ,_\u{0}\u{7f}9999".utf8) + [0x80, 0xff]
      for round in 0..<10_000 {
        var bytes: [UInt8]
        switch round % 3 {
        case 0: bytes = generator.bytes(count: Int.random(in: 0...40, using: &generator))
        case 1: bytes = generator.pick(Int.random(in: 0...40, using: &generator), of: alphabet)
        default:
          bytes = Array("2026-11-20T18:03:11+01:00".utf8)
          bytes[Int.random(in: bytes.indices, using: &generator)] =
            generator.pick(1, of: alphabet)[0]
          bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
        }
        bytes.withUnsafeBufferPointer { buffer in
          if let time = NoteTime(parsing: buffer, zone: plusOne) {
            #expect(NoteTime(time.rfc3339, zone: plusOne) == time)
          }
          _ = FileNameDate.time(inStem: buffer, zone: plusOne)
        }
        _ = try? DateExpression(String(decoding: bytes, as: UTF8.self), now: 0, zone: plusOne)
      }
    }
  }
}
