import Foundation
import TestSupport
import Testing

@testable import SystemCalls

@Suite("Offsets of a time zone")
struct OffsetTableTests {
  @Test(
    "the table has the offsets of the zone at any time, also after 2100",
    arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"])
  func offsets(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    func offset(_ instant: Int64) -> Int {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
    }
    let table = OffsetTable(offset)
    try withSeed { random, _ in
      for years in [1970.0...2100, 2100...2110, 2100...2500, 2100...9999] {
        for _ in 0..<2000 {
          let year = Double.random(in: years, using: &random)
          let instant = Int64((year - 1970) * 365.2425 * 86_400)
          #expect(table.offset(at: instant) == offset(instant), "at \(instant)")
        }
      }
    }
  }
}
