import Journal
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@Suite("Statistics counted while a vault is scanned")
struct StatisticsVisitorTests {
  private static let zone = TimeZoneRules { _ in 3600 }

  @Test("they are those of the facts of all notes, which are read one by one")
  func law() throws {
    let today = try #require(CalendarDay("2026-11-20"))
    try withSeed { random, _ in
      var (notes, left) = (0, 0)
      for _ in 0..<12 {
        try withTemporaryFolder { folder in
          try folder.write(Self.persons, to: "people/kaia.md")
          for number in 0..<40 { try Self.write(number, to: folder, using: &random) }
          let vault = try Vault(opening: folder.path)
          let scanner = VaultScanner(vault, zone: Self.zone, threads: 3, sealedOn: today)
          let (index, visitors) = scanner.scan(keepsText: false) { StatisticsVisitor() }
          let persons = PersonBook(of: vault, index, today: today, zone: Self.zone)
          let facts = NoteFactsReader(vault, zone: Self.zone).facts(
            of: index.withoutPages.positions, in: index, threads: 2)
          let counted = facts.filter { !$0.isWithheld(on: today) }
          #expect(
            Self.lines(VaultStatistics(of: visitors, persons))
              == Self.lines(VaultStatistics(of: counted, persons)))
          notes += counted.count
          left += index.count - counted.count
        }
      }
      #expect(notes > 100 && left > 50, "the samples say too little: \(notes), \(left)")
    }
  }

  private static let persons = """
    ---
    tl: person
    title: Kaia
    aliases: [Kiki]
    ---

    """

  /// Of each group one or none.
  private static let keys: [[String]] = [
    ["id: a", "id: b", "id: 018f3c9a-0000-4000-8000-000000000001"],
    [
      "tags: [lake, Sea]", "tags: lake, sea", "tags:\n  - sea\n  - lake", "tag: \"#sea\"",
      "tags: [\"a\\x62\"]",
    ],
    [
      "people: [Kaia, Linh]", "people: Kiki", "persons:\n  - \"[[people/kaia|K]]\"\n  - Kiki",
      "people:", "people: [linh, '']",
    ],
    ["place: Harbour", "location: [Harbour, x]", "loc: \"harbour\"", "place: ' '", "place: null"],
    ["locality: Oslo", "city: Oslo", "city: ~"],
    ["conflict_of: a", "conflict_of:", "conflict_from: device"],
    ["open_after: 2030-01-01", "open_after: 2020-01-01", "open_after: soon"],
    ["tl: person", "tl: tracker", "tl: nothing"],
    ["date: 2026-03-01", "created: 2026-03-01T23:30:00Z", "date: 2026-03-02T07:00:00+02:00"],
    ["x: |\n  a block", "x: [not closed", "title: a: b: c", "x: &anchor 1"],
    ["# " + String(repeating: "filler ", count: 700)],
  ]

  private static func write(
    _ number: Int, to folder: TemporaryFolder, using random: inout SeededGenerator
  ) throws {
    var lines = keys.compactMap { group in
      Int.random(in: 0..<3, using: &random) == 0 ? group.randomElement(using: &random) : nil
    }
    lines.shuffle(using: &random)
    let hasKeys = Int.random(in: 0..<6, using: &random) > 0
    let text = [
      "", "two words", "# Ein schöner Tag\n\nmit vielen Wörtern", "日記を書く", "[[people/kaia]] 🙂",
      String(repeating: "long text ", count: 2000),
    ].randomElement(using: &random)
    try folder.write(
      (hasKeys ? "---\n\(lines.joined(separator: "\n"))\n---\n" : "") + (text ?? "") + "\n",
      to: "2026/2026-01-\(10 + number % 19)-n\(number).md")
    guard Int.random(in: 0..<4, using: &random) == 0 else { return }
    for name in ["a.jpg", "b.m4a", ".hidden.jpg", "inner/c.jpg"].prefix(number % 5) {
      try folder.write("x", to: "2026/2026-01-\(10 + number % 19)-n\(number).media/\(name)")
    }
  }

  private static func lines(_ statistics: VaultStatistics) -> [String] {
    func names(_ counts: [NameCount]) -> String {
      counts.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    }
    return statistics.months.map {
      "\($0.period.label) \($0.amount.notes) \($0.amount.words) \($0.amount.media)"
    } + [
      "\(statistics.total)", "\(statistics.weekdays)", "\(statistics.hours)",
      "\(statistics.dayCount)", "\(String(describing: statistics.longestRun))",
      names(statistics.tags), names(statistics.people), names(statistics.places),
    ]
  }
}
