import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("The prompt of the day")
struct PromptOfTheDayTests {
  private static let catalogue = PromptCatalogue()

  private static func prompt(
    _ number: Int, _ lastUse: [String: Int] = [:], _ category: String? = "letter"
  ) -> String? {
    catalogue.prompt(
      on: CalendarDay(clamping: number),
      lastUse: lastUse.mapValues { CalendarDay(clamping: $0) }, category: category)?.id
  }

  @Test("of prompts never used, the one with the number of the day")
  func unused() {
    #expect(
      (0..<7).map { Self.prompt(20_000 + $0) ?? "" }
        == [1, 2, 3, 4, 5, 1, 2].map { "letter-\($0)" })
    #expect(Self.prompt(-1) == "letter-5" && Self.prompt(-5) == "letter-1")
    #expect(Self.prompt(20_000, ["letter-1": 5]) == "letter-2")
    #expect(Self.prompt(20_002, ["letter-1": 5, "LETTER-3": 6]) == "letter-4")
    #expect(Self.prompt(20_001, [:], nil) == Self.catalogue.prompts[20_001 % 30].id)
  }

  @Test("when all were used, the longest unused, and the day's among equals")
  func used() {
    var lastUse = ["letter-1": 9, "letter-2": 7, "letter-3": 8, "letter-4": 9, "letter-5": 9]
    #expect(Self.prompt(20_000, lastUse) == "letter-2")
    lastUse["letter-3"] = 7
    #expect((0..<2).map { Self.prompt(20_000 + $0, lastUse) } == ["letter-2", "letter-3"])
    // A prompt that is not in the category changes nothing.
    lastUse["funny-1"] = 1
    #expect(Self.prompt(20_000, lastUse) == "letter-2")
  }

  @Test("a category without prompts has none")
  func none() {
    #expect(Self.prompt(20_000, [:], "nothing") == nil)
  }

  @Test("whoever uses each prompt meets all before one comes again")
  func rotation() throws {
    try withSeed { generator, _ in
      var day = CalendarDay(clamping: Int.random(in: -100_000...100_000, using: &generator))
      var (lastUse, order): ([String: CalendarDay], [String]) = ([:], [])
      for _ in 0..<90 {
        let found = Self.catalogue.prompt(on: day, lastUse: lastUse)
        let prompt = try #require(found)
        lastUse[prompt.id] = day
        order.append(prompt.id)
        day = try #require(day.adding(days: Int.random(in: 1...9, using: &generator)))
      }
      for start in [0, 30, 60] { #expect(Set(order[start..<start + 30]).count == 30) }
      #expect(Array(order[0..<30]) == Array(order[30..<60]))
    }
  }
}
