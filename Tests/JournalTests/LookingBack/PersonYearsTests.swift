import Journal
import TestSupport
import Testing
import VaultFormat

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
