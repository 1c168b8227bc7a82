import Testing
import VaultFormat

@Suite("Months of the calendar")
struct CalendarMonthTests {
  @Test("the month of a day begins with its first, and ends where the next one begins")
  func days() throws {
    let day = try #require(CalendarDay("2024-02-29"))
    let month = CalendarMonth(day)
    #expect(month.firstDay.description == "2024-02-01" && month.description == "2024-02")
    #expect(month.name == "February 2024" && (month.year, month.month) == (2024, 2))
    #expect(month.next == CalendarMonth("2024-03"))
    #expect(try #require(month.next) > month)
    #expect(CalendarMonth("9999-12")?.next == nil)
  }

  @Test(
    "anything but a year and a month is none",
    arguments: ["", "2024", "2024-2", "2024-13", "2024-02-01"])
  func other(_ text: String) { #expect(CalendarMonth(text) == nil) }
}
