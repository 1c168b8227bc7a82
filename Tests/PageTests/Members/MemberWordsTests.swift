import Journal
import Publishing
import Testing
import VaultFormat

@testable import Page

@Suite("Words of the members' pages")
struct MemberWordsTests {
  @Test("a moment has the year where it is another one, as a day has it")
  func moment() throws {
    let time = try #require(NoteTime("2025-06-14T18:03:00+02:00", zone: .utc))
    let days = try [#require(CalendarDay("2025-12-31")), #require(CalendarDay("2026-01-01"))]
    for (code, same, other) in [
      ("en", "14 June, 18:03", "14 June 2025, 18:03"),
      ("de", "14. Juni, 18:03", "14. Juni 2025, 18:03"),
      ("vi", "14 tháng 6, 18:03", "14 tháng 6, 2025, 18:03"),
    ] {
      let words = MemberWords(Language(code))
      #expect(days.map { words.moment(time, today: $0) } == [same, other])
    }
  }

  @Test("the first language of the browser that there are words for")
  func accepted() {
    #expect(MemberWords(accepted: "fr-FR, de-AT;q=0.9, en;q=0.8").site.code == "de")
    #expect(MemberWords(accepted: "fr").site.code == "en")
    #expect(MemberWords(accepted: nil).site.code == "en")
  }
}
