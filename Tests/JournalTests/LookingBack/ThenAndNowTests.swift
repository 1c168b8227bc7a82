import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("Then and now")
struct ThenAndNowTests {
  private static func moment(
    _ day: String, _ milestone: String? = nil, people: [String] = [], at place: String? = nil,
    photo: Bool = false
  ) throws -> LifeMoment {
    var moment = LifeMoment(day: try #require(CalendarDay(day)))
    moment.milestone = milestone.map { NameKey($0.utf8) }
    moment.people = Set(people.map { NameKey($0.utf8) })
    moment.coordinates = try place.map { try Coordinates($0) }
    moment.hasPhoto = photo
    return moment
  }

  private static func found(
    of now: LifeMoment, among moments: [LifeMoment]
  ) -> [String] {
    ThenAndNow.matches(of: now, among: moments).map { "\(moments[$0.index].day) \($0.years)" }
  }

  @Test("the same milestone comes before persons, and persons before places; photos first")
  func order() throws {
    let now = try Self.moment(
      "2026-05-17", "first-snow", people: ["kaia"], at: "35.6736,139.756")
    let moments = [
      try Self.moment("2020-01-01", "First-Snow"),
      try Self.moment("2021-01-01", "first-snow", photo: true),
      try Self.moment("2022-01-01", "first-snow"), try Self.moment("2027-01-01", "first-snow"),
      try Self.moment("2025-05-20", people: ["kaia"]),
      try Self.moment("2024-05-02", people: ["kaia"], photo: true),
      try Self.moment("2024-05-01", people: ["kaia"]),
      try Self.moment("2025-05-17", people: ["ana"]),
      try Self.moment("2025-09-01", at: "35.6737,139.7561"),
      try Self.moment("2019-09-01", at: "35.68,139.756"),
    ]
    #expect(
      Self.found(of: now, among: moments) == ["2021-01-01 5", "2022-01-01 4", "2020-01-01 6"])
    var other = now
    other.milestone = nil
    #expect(Self.found(of: other, among: moments) == ["2024-05-02 2", "2025-05-20 1"])
    other.people = []
    #expect(Self.found(of: other, among: moments) == ["2025-09-01 0"])
    other.coordinates = nil
    #expect(Self.found(of: other, among: moments).isEmpty)
  }

  @Test("a person: the newest photo, and the nearest to each year before")
  func series() throws {
    let moments = [
      try Self.moment("2026-06-01"), try Self.moment("2026-05-17", photo: true),
      try Self.moment("2026-05-16", photo: true), try Self.moment("2025-05-10", photo: true),
      try Self.moment("2025-05-19", photo: true), try Self.moment("2025-05-17"),
      try Self.moment("2024-06-02", photo: true), try Self.moment("2023-06-01", photo: true),
    ]
    let series = try #require(ThenAndNow.series(moments))
    #expect(moments[series.now].day == CalendarDay("2026-05-17"))
    #expect(
      series.then.map { "\(moments[$0.index].day) \($0.years)" } == [
        "2025-05-19 1", "2023-06-01 3",
      ])
    #expect(ThenAndNow.series([try Self.moment("2026-06-01")]) == nil)
  }

  @Test("around the turn of the year, and on 29 February")
  func turns() throws {
    let january = try Self.moment("2026-01-03", people: ["k"])
    #expect(
      Self.found(of: january, among: [try Self.moment("2024-12-25", people: ["k"])])
        == ["2024-12-25 1"])
    let leap = try Self.moment("2028-02-29", people: ["k"])
    #expect(
      Self.found(of: leap, among: [try Self.moment("2027-03-15", people: ["k"])])
        == ["2027-03-15 1"])
    #expect(Self.found(of: leap, among: [try Self.moment("2027-03-16", people: ["k"])]).isEmpty)
  }

  @Test("what is found is earlier, and at most 15 days off a whole number of years")
  func law() throws {
    try withSeed(cases: 300) { generator in
      let moments = try (0..<12).map { _ in
        var moment = try Self.moment(
          "2020-01-01", people: ["k"], photo: .random(using: &generator))
        let day = CalendarDay(clamping: .random(in: 18_000...21_000, using: &generator))
        moment = LifeMoment(day: day)
        moment.people = [NameKey("k".utf8)]
        return moment
      }
      for match in ThenAndNow.matches(of: moments[0], among: moments) {
        let days = moments[0].day.number - moments[match.index].day.number
        #expect(match.years >= 1)
        #expect(abs(Double(days) - 365.2425 * Double(match.years)) < 17, "\(moments)")
      }
    }
  }
}

@Suite("Then and now, of a person")
struct PersonYearsTests {
  @Test("of each year the note that is nearest to the day of the newest, within 15 days")
  func nearest() throws {
    let notes = try [
      photo("now", "2026-06-20"), photo("near", "2025-06-25"), photo("nearer", "2025-06-18"),
      photo("at-the-edge", "2024-06-05"), photo("beyond", "2023-06-04"),
      Facts.note("words", on: "2025-06-20"),
      Facts.note("page", on: "2025-06-20", media: [.photo], isPage: true),
    ]
    let moments = ThenAndNow.moments(among: notes)
    #expect(moments.map(\.note.name) == ["now", "nearer", "at-the-edge"])
    #expect(moments.map(\.years) == [0, 1, 2])
  }

  @Test("the same day of a year may be across the turn of the year")
  func turnOfTheYear() throws {
    let notes = try [photo("now", "2026-01-03"), photo("then", "2024-12-28")]
    #expect(ThenAndNow.moments(among: notes).map(\.years) == [0, 1])
    let others = try [photo("now", "2025-12-30"), photo("then", "2024-01-05")]
    #expect(ThenAndNow.moments(among: others).map(\.years) == [0, 2])
  }

  @Test("of two that are equally near the later one, then the smaller path")
  func ties() throws {
    let notes = try [
      photo("now", "2026-06-20"), photo("before", "2025-06-18"), photo("d", "2025-06-22"),
      photo("c", "2025-06-22"),
    ]
    #expect(
      ThenAndNow.moments(among: notes).map(\.note.name) == ["now", "c"])
  }

  @Test("without a photo there is nothing, and one photo is now")
  func few() throws {
    #expect(ThenAndNow.moments(among: []).isEmpty)
    let words = try Facts.note("words", on: "2025-06-20")
    #expect(ThenAndNow.moments(among: [words]).isEmpty)
    #expect(
      ThenAndNow.moments(among: [try photo("a", "2025-06-20")]).count == 1)
  }

  @Test("the order of the notes does not matter, and each is near its year")
  func laws() throws {
    try withSeed(cases: 50) { generator in
      let notes = try (0..<Int.random(in: 1...30, using: &generator)).map { index in
        let day = CalendarDay(clamping: Int.random(in: 10_000...14_000, using: &generator))
        return try photo("n\(index)", "\(day)")
      }
      let moments = ThenAndNow.moments(among: notes)
      let again = ThenAndNow.moments(among: notes.shuffled(using: &generator))
      #expect(moments.map(\.note.path) == again.map(\.note.path))
      #expect(Set(moments.map(\.years)).count == moments.count)
      let newest = try #require(moments.first?.note.date.day)
      #expect(newest == notes.map(\.date.day).max())
      for moment in moments {
        let day = try #require(newest.adding(-moment.years, .year, leapDay: .february28))
        #expect(abs(day.number - moment.note.date.day.number) <= ThenAndNow.tolerance)
      }
    }
  }

  private func photo(_ name: String, _ day: String) throws -> NoteFacts {
    try Facts.note(name, on: day, media: [.photo])
  }
}
