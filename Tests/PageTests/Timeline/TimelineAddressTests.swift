import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

@Suite("Addresses of timelines")
struct TimelineAddressTests {
  @Test("every timeline has an address, and comes back from it")
  func roundTrip() throws {
    try withSeed { generator, _ in
      for _ in 0..<200 {
        var address = TimelineAddress()
        let words = ["", "sofa", "tag:x \"a b\"", "&=?#%", "é 花見"]
        address.filter.text = words.randomElement(using: &generator) ?? ""
        if Bool.random(using: &generator) {
          address.filter.tags = ["kaia", "a/b", "đà nẵng"].shuffled(using: &generator).prefix(2)
            .compactMap { Tag($0) }
        }
        address.filter.kind =
          ([nil] + NoteKind.allCases.map(Optional.some)).randomElement(
            using: &generator) ?? nil
        address.filter.isFavorite = Bool.random(using: &generator)
        address.filter.about = [nil, "Kaia", "Bà & Lan?"].randomElement(using: &generator) ?? nil
        address.filter.place = [nil, "Café, am Eck"].randomElement(using: &generator) ?? nil
        address.filter.categories =
          [[], ["Day"], ["Day", "Book, new"]]
          .randomElement(using: &generator) ?? []
        let cursor = TimelineCursor(
          seconds: Int64.random(in: -9_000_000_000...9_000_000_000, using: &generator),
          id: NoteID(nonEmpty: ["a", "x/y.z", "0198c5e2"].randomElement(using: &generator) ?? "a"))
        let month = try #require(CalendarMonth("2016-05"))
        let day = try #require(CalendarDay("2016-05-03"))
        address.start =
          [.newest, .month(month), .day(day), .before(cursor), .after(cursor)]
          .randomElement(using: &generator) ?? .newest
        let text = address.text
        let query =
          text.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        #expect(TimelineAddress(FormFields(query)) == address, "\(text)")
        #expect(text.utf8.allSatisfy { 0x21...0x7E ~= $0 })
      }
    }
  }

  @Test(
    "a period is a path",
    arguments: [
      (TimelineFilter.Period.year(2016), "/y/2016"), (.year(7), "/y/0007"),
    ])
  func periods(period: TimelineFilter.Period, path: String) {
    #expect(TimelineAddress(TimelineFilter(period: period)).text == path)
  }

  @Test(
    "what cannot be read counts as absent",
    arguments: [
      "at=2016-13", "at=x", "before=1", "before=x.y", "kind=x", "t=,,", "fav=2", "about=%20",
      "c=&place=",
    ])
  func unreadable(query: String) {
    #expect(TimelineAddress(FormFields(query)) == TimelineAddress())
  }
}
