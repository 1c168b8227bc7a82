import Testing
import VaultFormat

@testable import Journal

@Suite("The catalogue of milestones")
struct MilestoneCatalogueTests {
  private static func catalogue(_ milestones: String, sets: String = "x:") -> MilestoneCatalogue {
    MilestoneCatalogue(
      settings: MilestoneSettings(milestones: setting(milestones), sets: setting(sets)))
  }

  @Test("an id, or a title in any language, without regard to case and normalisation")
  func lookup() {
    let catalogue = MilestoneCatalogue()
    let names = [
      "first-steps", "FIRST-STEPS", "first steps", "erste schritte", "Những bước đi đầu tiên",
      "Nhu\u{31B}\u{303}ng bu\u{31B}o\u{31B}\u{301}c \u{111}i \u{111}a\u{302}\u{300}u tie\u{302}n",
    ]
    for name in names { #expect(catalogue[name]?.id == "first-steps", "\(name)") }
    for name in ["", "first", "First step"] { #expect(catalogue[name] == nil, "\(name)") }
    for name in ["First smile", "first-smile", "Smiles back", "smiles-back", "Erstes Lächeln"] {
      #expect(catalogue[name]?.id == "smiles-back", "\(name)")
      #expect(catalogue.spellings(of: name).contains("first-smile"))
    }
    #expect(catalogue.key(of: "Erste Schritte") == catalogue.key(of: "first-steps"))
    #expect(catalogue.key(of: "Mama tanzt") == catalogue.key(of: "mama TANZT"))
    #expect(catalogue.key(of: "Mama tanzt") != catalogue.key(of: "first-steps"))
  }

  @Test("the settings add milestones with a title and a window")
  func additions() throws {
    let catalogue = Self.catalogue(
      """
      x:
        first-lantern: Carried her own lantern (12-36 months)
        first-kayak: In the kayak (with Jonas)
        odd: One (36-12 months)
        nameless: (1-2 weeks)
      """)
    let own = catalogue.milestones.filter { $0.set == nil }
    #expect(
      own.map { "\($0.id)|\($0.title)|\($0.window.map { "\($0)" } ?? "-")" } == [
        "first-lantern|Carried her own lantern|12–36 months",
        "first-kayak|In the kayak (with Jonas)|-", "odd|One (36-12 months)|-",
        "nameless|Nameless|1–2 weeks",
      ])
    #expect(own.allSatisfy { $0.isListed && $0.basis == .own })
    #expect(catalogue["carried HER own lantern"]?.id == "first-lantern")
    #expect(catalogue["First-Kayak"]?.id == "first-kayak")
  }

  @Test("an entry for a shipped milestone changes what it says")
  func changes() throws {
    let catalogue = Self.catalogue(
      "x: {first-tooth: Das erste Zähnchen, Runs: (10-20 months), naming: ~}")
    let tooth = try #require(catalogue["first-tooth"])
    #expect(tooth.title == "Das erste Zähnchen" && tooth.set == .firsts && tooth.basis == .tl)
    #expect(tooth.window.map { "\($0)" } == "4–12 months")
    for name in ["das erste zähnchen", "First tooth", "Erster Zahn"] {
      #expect(catalogue[name]?.id == "first-tooth", "\(name)")
    }
    let runs = try #require(catalogue["runs"])
    #expect(runs.title == "Runs" && runs.basis == .own && runs.set == .development)
    #expect(runs.window.map { "\($0)" } == "10–20 months")
    #expect(catalogue["naming"]?.isListed == true && catalogue["naming"]?.set == .southAsian)
    #expect(catalogue.milestones.count == MilestoneCatalogue().milestones.count)
  }

  @Test("a title of the vault comes before a shipped one, and an id before both")
  func precedence() {
    let catalogue = Self.catalogue("x: {zahn: First tooth, other: first-word}")
    #expect(catalogue["first tooth"]?.id == "zahn")
    #expect(catalogue["first-word"]?.id == "first-word")
  }

  @Test("a list of names stays valid")
  func names() {
    let catalogue = Self.catalogue(
      "x: [first-word, Erster Zahn, brit-milah, night-train, first-word]")
    #expect(catalogue.milestones.filter { $0.set == nil }.map(\.title) == ["Night train"])
    #expect(catalogue["brit-milah"]?.isListed == true)
    #expect(catalogue["simchat-bat"]?.isListed == false)
  }

  @Test(
    "the sets that are on",
    arguments: [
      ("x:", [.development, .firsts, .celebrations]),
      ("x: [firsts, east-asian]", [.firsts, .eastAsian]), ("x: jewish", [.jewish]), ("x: []", []),
    ] as [(String, Set<MilestoneSet>)])
  func sets(text: String, expected: Set<MilestoneSet>) {
    let listed = Self.catalogue("x:", sets: text).milestones.filter(\.isListed).compactMap(\.set)
    // Only a person who is not born has milestones of a pregnancy, whatever the settings say.
    #expect(Set(listed) == expected.union([.pregnancy]))
  }

  @Test("an unknown set, and an entry that is no text, are problems")
  func problems() throws {
    let settings = MilestoneSettings(
      milestones: setting("x: {a: [b]}"), sets: setting("y: [firsts, nope]"))
    #expect(settings.sets == [.firsts])
    let messages = settings.problems.map(\.message)
    #expect(messages.count == 2 && messages.first == "milestones.a is not a text")
    #expect(messages.last?.hasPrefix("milestone_sets has no set nope; there are") == true)
    let map = MilestoneSettings(sets: setting("x: {firsts: false}"))
    #expect(map.sets == MilestoneSet.standard && map.problems.count == 1)
    #expect(MilestoneSettings(sets: setting("x: [own]")).problems.count == 1)
    #expect(MilestoneSettings().problems.isEmpty)
    #expect(MilestoneSettings().sets == MilestoneSet.standard)
  }

  @Test("a line of a megabyte is read")
  func longText() throws {
    let long = String(repeating: "(", count: 1 << 20)
    let catalogue = Self.catalogue("x: {a: \"\(long)\", \"\(long.prefix(1000))\": b}")
    #expect(catalogue["a"]?.title.utf8.count == 1 << 20)
    #expect(catalogue[long] != nil)
  }
}

@Suite("The shipped milestones")
struct MilestoneDataTests {
  private static let rows = DataTable(PackageResources.milestones_tsv).rows

  @Test("all of the sources, with their ages")
  func sources() throws {
    var expected: [String: [String]] = [:]
    for row in try Table("milestone-sources").rows {
      for id in row[5].split(separator: " ") {
        expected[String(id)] = [row[0], row[3], row[4], row[2], row[1]]
      }
    }
    let found = Dictionary(uniqueKeysWithValues: Self.rows.map { ($0[0], Array($0[1...5])) })
    #expect(found == expected)
  }

  @Test("sets, units and bases are known, and ages are in order")
  func values() throws {
    for row in Self.rows {
      #expect(MilestoneSet(rawValue: row[1]) != nil, "\(row)")
      #expect(row[3].isEmpty == row[4].isEmpty, "\(row)")
      guard !row[4].isEmpty else {
        #expect(row[2].isEmpty && row[5] == "tl", "\(row)")
        continue
      }
      let unit = try #require(CalendarUnit(word: row[4]), "\(row)")
      let to = try #require(MilestoneAge(row[3], unit), "\(row)")
      #expect(row[2].isEmpty == (row[5] == "cdc"), "\(row)")
      if !row[2].isEmpty {
        #expect(try #require(MilestoneAge(row[2], unit)).tenths <= to.tenths, "\(row)")
      }
      #expect(["who", "cdc"].contains(row[5]) == (row[1] == "development"), "\(row)")
      #expect((row[1] == "pregnancy") == (unit == .week), "\(row)")
    }
  }

  @Test("the catalogue has every row")
  func catalogue() {
    let milestones = MilestoneCatalogue().milestones
    #expect(milestones.map(\.id) == Self.rows.map { $0[0] })
    #expect(milestones.map(\.title) == Self.rows.map { $0[6] })
    for (milestone, row) in zip(milestones, Self.rows) {
      #expect(milestone.window == nil ? row[3].isEmpty : !row[3].isEmpty, "\(row)")
      let from = milestone.window?.from
      #expect((from?.number).map { _ in true } ?? false == !row[2].isEmpty, "\(row)")
    }
  }

  @Test("a milestone of the CDC is looked for since the checklist before")
  func checklists() {
    let windows = MilestoneCatalogue().milestones.filter { $0.basis == .cdc }.compactMap(\.window)
    let ages = Set(windows.map { [$0.opens.tenths / 10, $0.to.tenths / 10] })
    #expect(
      ages == [
        [0, 2], [2, 4], [4, 6], [6, 9], [9, 12], [12, 15], [15, 18], [18, 24], [24, 30], [30, 36],
        [36, 48], [48, 60],
      ])
  }

  @Test("an id or a title means one milestone, whatever the language")
  func titles() {
    var meanings: [NameKey: Set<String>] = [:]
    for row in Self.rows {
      for name in [row[0], row[6]] + Translation.milestones.texts(of: row[0]) {
        meanings[NameKey(name.utf8), default: []].insert(row[0])
      }
    }
    for ids in meanings.values { #expect(ids.count == 1, "\(ids)") }
  }
}
