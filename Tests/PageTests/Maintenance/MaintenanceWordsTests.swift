import Testing
import VaultFormat

@testable import Page

@Suite("The words of findings, days and sizes")
struct MaintenanceWordsTests {
  @Test(
    "sizes are said as other programs say them",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (3_440_000, "3.4 MB"),
      (999_600, "1 MB"), (49_400_000, "49 MB"), (2_000_000_000_000_000, "2000 TB"),
    ] as [(Int64, String)])
  func size(_ bytes: Int64, _ words: String) {
    #expect(PageWords.size(bytes) == words)
  }

  @Test("a finding says what is wrong with how many, and one without words has its name")
  func finding() {
    let link = Finding.Code("broken-link")
    #expect(PageWords.finding(link, count: 1).title == "1 link leads nowhere")
    #expect(PageWords.finding(link, count: 2).title == "2 links lead nowhere")
    #expect(PageWords.finding(link, count: 2).how != nil)
    let other = PageWords.finding(Finding.Code("unreadable-goal"), count: 2)
    #expect(other.title == "2 × unreadable goal" && other.how == nil)
  }

  @Test("the last two days have names")
  func days() throws {
    let now = try #require(NoteTime("2026-03-01", zone: .utc)).day
    let words = [0, 1, 2].map { back in
      DateWords.dayNear(CalendarDay(clamping: now.number - back), now: now)
    }
    #expect(words == ["Today", "Yesterday", "Fri 27 Feb 2026"])
  }
}
