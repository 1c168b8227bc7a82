import TestSupport
import Testing

/// What the modules cost, against `Budgets.tsv`.
@Suite("Budgets")
struct BudgetTests {
  private struct Budget {
    let name: String
    let lines: Int?
    let files: Int
  }

  private static func budgets() throws -> [Budget] {
    try RepositoryRoot.text(of: "Tests/ArchitectureTests/Budgets.tsv").split(separator: "\n")
      // Those of builds are kept by .ci/run.
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("build\t") }
      .map { row in
        let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
        try #require(columns.count == 4, "four columns: \(row)")
        return Budget(
          name: String(columns[0]), lines: Int(columns[1]), files: try #require(Int(columns[2])))
      }
  }

  @Test("each module keeps its budget of lines and files")
  func modules() throws {
    let sources = Dictionary(grouping: SwiftSource.all) { $0.path.split(separator: "/")[1] }
    let budgets = try Self.budgets().filter { $0.name != "packages" }
    #expect(Set(budgets.map(\.name)) == Set(sources.keys.map(String.init)))
    for budget in budgets {
      let files = sources[Substring(budget.name)] ?? []
      // A file ends with a line feed, behind which there is no line.
      let lines = files.reduce(0) { $0 + $1.lines.count - 1 }
      #expect(lines <= budget.lines ?? 0, "\(budget.name) has \(lines) lines")
      #expect(files.count <= budget.files, "\(budget.name) has \(files.count) files")
    }
  }

  @Test("the number of packages keeps its budget")
  func packages() throws {
    let manifest = try RepositoryRoot.text(of: "Package.swift")
    let count = manifest.split(separator: "\n").count { $0.contains(".package(url:") }
    let budget = try #require(try Self.budgets().first { $0.name == "packages" })
    #expect(count <= budget.files, "Package.swift names \(count) packages")
  }
}
