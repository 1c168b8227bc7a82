import Testing
import VaultFormat

@testable import Journal

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
      let unit = try #require(MilestoneAge.Unit(rawValue: row[4]), "\(row)")
      let to = try #require(MilestoneAge(row[3], unit), "\(row)")
      #expect(row[2].isEmpty == (row[5] == "cdc"), "\(row)")
      if !row[2].isEmpty {
        #expect(try #require(MilestoneAge(row[2], unit)).tenths <= to.tenths, "\(row)")
      }
      #expect(["who", "cdc"].contains(row[5]) == (row[1] == "development"), "\(row)")
      #expect((row[1] == "pregnancy") == (unit == .weeks), "\(row)")
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
