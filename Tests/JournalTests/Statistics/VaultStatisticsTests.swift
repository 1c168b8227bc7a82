import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("Statistics of a vault")
struct VaultStatisticsTests {
  private struct Note {
    var day: String
    var hour: Int?
    var words = 1
    var tags: [String] = []
    var people: [String] = []
    var place: String?
    var media = 0
  }

  private static func statistics(_ notes: [Note]) throws -> VaultStatistics {
    var found = VaultStatistics()
    for note in notes {
      found.add(
        day: try Logs.day(note.day), hour: note.hour, words: note.words, mediaCount: note.media)
      found.add(tags: note.tags.compactMap { Tag($0) })
      found.add(people: note.people)
      if let place = note.place { found.add(place: place) }
    }
    return found
  }

  private static let notes = [
    Note(
      day: "2026-11-20", hour: 18, words: 5, tags: ["food", "Food", "home"], people: ["Kaia"],
      place: "Berlin", media: 2),
    Note(day: "2026-11-20", hour: 0, words: 7, tags: ["food"], people: ["kaia", "Bà"]),
    Note(day: "2026-11-19", hour: nil, words: 0, people: [" ", ""], place: "  "),
    Note(day: "2025-12-31", hour: 23, tags: ["home"], place: "berlin", media: 1),
    Note(day: "2026-11-01", hour: 24, place: "Ulm"),
  ]

  @Test("notes, words, media and days")
  func totals() throws {
    let found = try Self.statistics(Self.notes)
    #expect(found.total.notes == 5 && found.total.words == 14 && found.total.media == 3)
    #expect(found.dayCount == 4)
    #expect(
      found.months.map { "\($0.period.label) \($0.amount.notes) \($0.amount.words)" }
        == ["2025-12 1 1", "2026-11 4 13"])
    #expect(
      found.years.map { "\($0.period.label) \($0.amount.notes) \($0.amount.media)" }
        == ["2025 1 1", "2026 4 2"])
  }

  @Test("weekdays from Monday, and hours of notes with a clock time")
  func histograms() throws {
    let found = try Self.statistics(Self.notes)
    // A Sunday, a Thursday, a Wednesday, and two notes on a Friday.
    #expect(found.weekdays == [0, 0, 1, 1, 2, 0, 1])
    #expect(found.hours.reduce(0, +) == 3)
    #expect(found.hours[0] == 1 && found.hours[18] == 1 && found.hours[23] == 1)
  }

  @Test("the most used tags, people and places, once for each note, whatever their case")
  func names() throws {
    let found = try Self.statistics(Self.notes)
    func text(_ counts: [NameCount]) -> [String] { counts.map { "\($0.name) \($0.count)" } }
    #expect(text(found.tags) == ["food 2", "home 2"])
    #expect(text(found.people) == ["Kaia 2", "Bà 1"])
    #expect(text(found.places) == ["Berlin 2", "Ulm 1"])
    let twoForms = try Self.statistics([
      Note(day: "2026-11-20", people: ["B\u{E0}"]), Note(day: "2026-11-20", people: ["Ba\u{300}"]),
    ])
    #expect(twoForms.people.map(\.count) == [2])
  }

  @Test("the longest run of days, the latest of equal ones")
  func runs() throws {
    func run(_ days: [String]) throws -> String? {
      let run = try Self.statistics(days.map { Note(day: $0) }).longestRun
      return run.map { "\($0.lowerBound) \($0.upperBound)" }
    }
    #expect(try run([]) == nil)
    #expect(try run(["2026-02-28", "2026-02-28"]) == "2026-02-28 2026-02-28")
    #expect(
      try run(["2026-03-01", "2026-02-28", "2026-01-05", "2026-02-27", "2026-01-04"])
        == "2026-02-27 2026-03-01")
    #expect(
      try run(["2026-01-04", "2026-01-05", "2026-03-04", "2026-03-05"])
        == "2026-03-04 2026-03-05")
    #expect(try run(["0000-01-01", "9999-12-31"]) == "9999-12-31 9999-12-31")
  }

  @Test(
    "the present run ends today or yesterday",
    arguments: [
      (["2026-11-20", "2026-11-19", "2026-11-17"], "2026-11-19 2026-11-20"),
      (["2026-11-19", "2026-11-18"], "2026-11-18 2026-11-19"), (["2026-11-18"], nil),
      (["2026-11-21"], nil), ([], nil),
    ])
  func presentRun(days: [String], expected: String?) throws {
    let today = try #require(CalendarDay("2026-11-20"))
    let run = try Self.statistics(days.map { Note(day: $0) }).presentRun(today: today)
    #expect(run.map { "\($0.lowerBound) \($0.upperBound)" } == expected)
  }

  @Test("the order of the notes makes no difference, and the parts add up")
  func laws() throws {
    try withSeed(cases: 50) { generator in
      let notes = (0..<30).map { _ in
        Note(
          day: CalendarDay(clamping: Int.random(in: 20_000...20_040, using: &generator))
            .description, hour: Int.random(in: 0...23, using: &generator),
          words: Int.random(in: 0...9, using: &generator),
          tags: generator.pick(2, of: ["a", "B", "b", "c/d"]),
          people: generator.pick(2, of: ["Kaia", "kaia", "KAIA", "Bà"]),
          place: generator.pick(1, of: ["Ulm", "ulm", ""]).first)
      }
      let found = try Self.statistics(notes)
      let other = try Self.statistics(notes.shuffled(using: &generator))
      #expect(found.tags == other.tags && found.people == other.people)
      #expect(found.places == other.places && found.longestRun == other.longestRun)
      #expect(found.total.notes == found.months.reduce(0) { $0 + $1.amount.notes })
      #expect(found.total.words == found.years.reduce(0) { $0 + $1.amount.words })
      #expect(found.weekdays.reduce(0, +) == 30 && found.hours.reduce(0, +) == 30)
    }
  }

  @Test("no number is too large")
  func overflow() throws {
    let note = Note(day: "2026-11-20", hour: .max, words: .max, media: .max)
    let found = try Self.statistics([note, note])
    #expect(found.total.words == .max && found.months.first?.amount.media == .max)
  }
}
