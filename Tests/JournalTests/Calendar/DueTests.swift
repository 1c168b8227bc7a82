import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("When a tracker is due")
struct DueTests {
  @Test("the table")
  func table() throws {
    for row in try Table("due").rows {
      let zone = try Zones.named(row[0])
      let base = try #require(NoteTime(row[1], zone: zone))
      let due = try TrackerInterval(row[2]).due(after: base, zone: zone)
      #expect(due?.rfc3339 ?? "none" == row[3], "\(row)")
    }
  }

  @Test("due is later than its base, and not earlier for a later base")
  func laws() throws {
    try withSeed { generator, _ in
      for name in Zones.all {
        let zone = try Zones.named(name)
        for _ in 0..<400 {
          let unit = CalendarUnit.allCases.randomElement(using: &generator) ?? .day
          let count = Int.random(in: 1...40, using: &generator)
          let clock =
            ["", " at 02:15", " at 02:30", " at 00:00", " at 23:59"]
            .randomElement(using: &generator) ?? ""
          let text = "\(count) \(unit.rawValue)s" + (unit.seconds == nil ? clock : "")
          let interval = try TrackerInterval(text)
          // Some time around changes of clocks and around the day that Apia skipped.
          let starts: [Int64] = [1_325_203_200, 1_774_742_400, 1_790_000_000, 1_791_000_000]
          let start = starts.randomElement(using: &generator) ?? 0
          let first = start + Int64.random(in: -400_000...400_000, using: &generator)
          let second = first + Int64.random(in: 0...200_000, using: &generator)
          let bases = [first, second].map { NoteTime(instant: $0, zone: zone) }
          let due = bases.map { interval.due(after: $0, zone: zone) }
          let (one, other) = (try #require(due[0]), try #require(due[1]))
          #expect(one.seconds > first && other.seconds > second, "\(name) \(text) \(bases)")
          #expect(one.seconds <= other.seconds, "\(name) \(text) \(bases)")
          let day = NoteTime(day: bases[0].day, zone: zone)
          if unit.seconds == nil {
            let due = try #require(interval.due(after: day, zone: zone))
            #expect(due.day > day.day, "\(name) \(text) \(day)")
          }
        }
      }
    }
  }
}

@Suite("How long ago something was")
struct ElapsedTextTests {
  @Test("the table")
  func table() throws {
    for row in try Table("elapsed").rows {
      let seconds = try #require(Self.seconds(row[0]))
      let texts = [ElapsedText.tenths, .subUnits(2), .subUnits(3)].map { $0.text(of: seconds) }
      #expect(texts == Array(row[1...]), "\(row[0])")
    }
  }

  @Test("a time in the future is 0, and any number has a text")
  func limits() {
    #expect(ElapsedText.tenths.text(of: -5) == "0.0 s")
    #expect(ElapsedText.subUnits(2).text(of: -5) == "0s")
    for seconds in [Int64.max, .min, .max / 10] {
      #expect(!ElapsedText.tenths.text(of: seconds).isEmpty)
      #expect(!ElapsedText.subUnits(3).text(of: seconds).isEmpty)
    }
  }

  /// `1d 3h 30min`.
  private static func seconds(_ text: String) -> Int64? {
    let units: [String: Int64] = ["d": 86_400, "h": 3600, "min": 60, "s": 1]
    return text.split(separator: " ").reduce(0) { sum, part in
      guard let sum, let number = Int64(part.prefix { $0.isNumber }),
        let unit = units[String(part.drop { $0.isNumber })]
      else { return nil }
      return sum + number * unit
    }
  }
}

@Suite("Numbers for people")
struct NumberTextTests {
  @Test(
    "whole without decimals, else two at most",
    arguments: [
      (2, "2"), (1.5, "1.5"), (0.333, "0.33"), (0.05, "0.05"), (-0.5, "-0.5"), (-2.25, "-2.25"),
      (0, "0"), (-0.001, "0"), (1.999, "2"), (83.333333, "83.33"), (1e6, "1000000"),
      (123_456_789_012, "123456789012"), (1e300, "1e+300"),
    ] as [(Double, String)])
  func text(_ number: Double, _ expected: String) {
    #expect(NumberText.of(number) == expected)
  }
}
