import Journal
import Sharing
import Testing
import VaultFormat

@testable import Publishing

@Suite("Words of pages for others")
struct SiteWordsTests {
  @Test("days and months in each language; a month begins a text with a capital letter")
  func days() throws {
    let day = try #require(CalendarDay("2026-06-14"))
    func words(_ code: String) -> [String] {
      let words = SiteWords(Language(code))
      return [
        words.longDay(day), words.dayOfMonth(day), words.day(day), words.month(day),
        words.monthAndYear(day),
      ]
    }
    #expect(
      words("fr")
        == ["Sunday, 14 June 2026", "Sunday, 14 June", "14 June 2026", "June", "June 2026"])
    #expect(
      words("de")
        == ["Sonntag, 14. Juni 2026", "Sonntag, 14. Juni", "14. Juni 2026", "Juni", "Juni 2026"])
    #expect(
      words("vi")
        == [
          "Chủ Nhật, 14 tháng 6, 2026", "Chủ Nhật, 14 tháng 6", "14 tháng 6, 2026", "Tháng 6",
          "Tháng 6, 2026",
        ])
  }

  @Test("people stand with their ages, and nobody with no words")
  func people() throws {
    let (path, day) = try (#require(VaultPath("minji.md")), #require(CalendarDay("2026-11-20")))
    let page = NoteDocument(Array("---\ntl: person\nbirthday: 2024-05-17\n---\n".utf8))
    let minji = try #require(
      Person(page, at: path, id: ProvisionalID.of(path), today: day, zone: .utc))
    let age = Age(of: minji, at: NoteTime(day: day, zone: .utc), leapDay: .february28)
    let people = [
      SharedPerson(name: "Minji", age: age), SharedPerson(name: "Jisoo", age: nil),
    ]
    #expect(SiteWords(Language("de")).with(people) == "Mit Minji (2 Jahre 6 Monate), Jisoo")
    #expect(SiteWords(.english).with([]) == nil)
  }
}
