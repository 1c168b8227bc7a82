import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Journal

@Suite("The data files")
struct DataFileTests {
  private static let folder = "Sources/Journal/Data"
  private static let columns = [
    "milestones": 7, "milestones.de": 2, "milestones.names": 2, "milestones.vi": 2, "nudges": 3,
    "prompts": 4,
    "prompts.de": 2, "prompts.vi": 2, "weather": 2, "weather.de": 2, "weather.es": 2,
    "weather.fr": 2,
  ]
  private static let mayBeEmpty = ["milestones": [2, 3, 4], "prompts": [2]]

  private static func table(_ name: String) throws -> DataTable {
    DataTable(Array(try RepositoryRoot.text(of: "\(folder)/\(name).tsv").utf8))
  }

  private static func ids(_ name: String) throws -> [String] {
    try table(name).rows.map { $0[0] }
  }

  @Test("each file of the folder is known here")
  func files() {
    let files = RepositoryRoot.files(below: Self.folder, withExtension: "tsv")
    #expect(Set(files) == Set(Self.columns.keys.map { "\(Self.folder)/\($0).tsv" }))
  }

  @Test("rows have all columns, cells have a text without blanks around it", arguments: columns)
  func form(name: String, columns: Int) throws {
    for row in try Self.table(name).rows {
      #expect(row.count == columns, "\(row)")
      for (column, cell) in row.enumerated() {
        let mayBeEmpty = Self.mayBeEmpty[name]?.contains(column) ?? false
        #expect(mayBeEmpty || !cell.isEmpty, "\(row)")
        #expect(cell == cell.trimmingCharacters(in: .whitespacesAndNewlines), "\(row)")
        #expect(Array(cell.utf8) == Normalization.nfc(Array(cell.utf8)), "\(row)")
      }
    }
  }

  @Test("each file begins with comments that name its licence and its columns", arguments: columns)
  func comments(name: String, columns: Int) throws {
    let lines = try RepositoryRoot.text(of: "\(Self.folder)/\(name).tsv")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let comments = lines.prefix { $0.hasPrefix("#") }
    #expect(lines.last == "" && !lines.dropLast().contains(""))
    #expect(!lines.dropFirst(comments.count).contains { $0.hasPrefix("#") })
    #expect(comments.contains { $0.contains("licence") })
    #expect(comments.last?.split(separator: ",").count == columns)
    #expect(comments.allSatisfy { $0.count <= 118 })
  }

  @Test("ids are slugs and unique", arguments: ["milestones", "prompts"])
  func identities(name: String) throws {
    let ids = try Self.ids(name)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id == Slug.of(id)) }
  }

  @Test(
    "a translation has the ids of the English file in their order",
    arguments: [
      ("milestones", "de"), ("milestones", "vi"), ("prompts", "de"), ("prompts", "vi"),
      ("weather", "de"), ("weather", "es"), ("weather", "fr"),
    ])
  func translations(name: String, language: String) throws {
    #expect(try Self.ids("\(name).\(language)") == Self.ids(name))
  }

  @Test("the program has what stands in the files")
  func embedding() throws {
    let pairs = [
      ("milestones", PackageResources.milestones_tsv), ("prompts", PackageResources.prompts_tsv),
      ("milestones.de", PackageResources.milestones_de_tsv),
      ("prompts.vi", PackageResources.prompts_vi_tsv), ("nudges", PackageResources.nudges_tsv),
      ("weather", PackageResources.weather_tsv), ("weather.fr", PackageResources.weather_fr_tsv),
    ]
    for (name, bytes) in pairs { #expect(try DataTable(bytes).rows == Self.table(name).rows) }
  }

  @Test("comments are no rows, and cells may be empty")
  func rows() {
    let table = DataTable(Array("# a\tb\nx\t\tz\n#\n\ny\n".utf8))
    #expect(table.rows == [["x", "", "z"], ["y"]])
    #expect(DataTable([]).rows.isEmpty)
    #expect(DataTable(Array("a\tb\na\tc\nd\n".utf8)).texts == ["a": "b"])
  }
}
