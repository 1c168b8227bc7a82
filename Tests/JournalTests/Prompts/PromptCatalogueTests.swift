import TestSupport
import Testing
import VaultFormat

@testable import Journal

@Suite("The catalogue of prompts")
struct PromptCatalogueTests {
  private static func own(_ text: String) -> [String] {
    let shipped = PromptCatalogue().prompts.count
    return PromptCatalogue(setting: setting(text)).prompts.dropFirst(shipped).map(line)
  }

  private static func line(_ prompt: Prompt) -> String {
    "\(prompt.id)|\(prompt.category ?? "-")|\(prompt.kind?.rawValue ?? "-")|\(prompt.text)"
  }

  @Test("five of each category, numbered")
  func shipped() {
    let categories = ["firsts", "everyday", "funny", "feelings", "family", "letter"]
    let catalogue = PromptCatalogue()
    #expect(catalogue.categories == categories)
    #expect(
      catalogue.prompts.map(\.id) == categories.flatMap { name in (1...5).map { "\(name)-\($0)" } })
    for prompt in catalogue.prompts {
      #expect(prompt.id.hasPrefix("\(prompt.category ?? "")-"), "\(prompt)")
      #expect(!prompt.text.contains("("), "\(prompt)")
    }
    let kinds = Dictionary(grouping: catalogue.prompts, by: \.kind).mapValues { $0.map(\.id) }
    #expect(kinds[.photo] == ["everyday-2", "everyday-4", "funny-3", "family-2"])
    #expect(kinds[.audio] == ["everyday-3", "family-1", "family-4"])
  }

  @Test("a kind that is written is a kind that is known")
  func kinds() {
    for row in DataTable(PackageResources.prompts_tsv).rows {
      #expect(row[2].isEmpty || Prompt.Kind(rawValue: row[2]) != nil, "\(row)")
    }
  }

  @Test(
    "the settings add prompts with a category, a text and a kind",
    arguments: [
      ("x: {a: 'everyday: One sentence about today'}", "a|everyday|-|One sentence about today"),
      ("x: {a: 'One sentence'}", "a|-|-|One sentence"),
      ("x: {a: 'One (photo)'}", "a|-|photo|One"), ("x: {a: 'x: One (audio)'}", "a|x|audio|One"),
      ("x: {a: 'One (video)'}", "a|-|video|One"), ("x: {a: 'One (film)'}", "a|-|-|One (film)"),
      ("x: {a: 'Look up: what is there?'}", "a|-|-|Look up: what is there?"),
      ("x: {a: '8:00 is early'}", "a|-|-|8:00 is early"), ("x: {a: ': One'}", "a|-|-|: One"),
      ("x: {three-things: }", "three-things|-|-|Three things"),
      ("x: {a: '(photo)'}", "a|-|photo|A"), ("x: [one-sentence]", "one-sentence|-|-|One sentence"),
    ])
  func settings(text: String, expected: String) {
    #expect(Self.own(text) == [expected])
  }

  @Test("an entry for a shipped prompt changes what it says")
  func changes() throws {
    let catalogue = PromptCatalogue(
      setting: setting("x: {Funny-3: Such a mess, letter-1: 'notes: Dear (video)', family-1: ~}"))
    #expect(catalogue.prompts.count == PromptCatalogue().prompts.count)
    let lines = try ["funny-3", "LETTER-1", "family-1"].map {
      Self.line(try #require(catalogue[$0]))
    }
    #expect(
      lines == [
        "funny-3|funny|photo|Such a mess", "letter-1|notes|video|Dear",
        "family-1|family|audio|A story that a grandparent tells.",
      ])
  }

  @Test("categories are compared without regard to case")
  func categories() {
    let catalogue = PromptCatalogue(setting: setting("x: {a: 'Letter: One', b: 'Two'}"))
    #expect(catalogue.prompts(in: "LETTER").map(\.id).suffix(2) == ["letter-5", "a"])
    #expect(catalogue.prompts(in: "none").isEmpty && catalogue.prompts(in: "").isEmpty)
    #expect(catalogue.prompts(in: nil).count == 32)
    #expect(catalogue.categories.count == 6)
  }

  @Test("what cannot be read is a problem")
  func problems() {
    let catalogue = PromptCatalogue(setting: setting("x: {a: [b], c: d}"))
    #expect(catalogue.problems.map(\.message) == ["prompts.a is not a text"])
    #expect(catalogue["c"] != nil && catalogue["a"] == nil)
    #expect(PromptCatalogue().problems.isEmpty)
  }
}

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
