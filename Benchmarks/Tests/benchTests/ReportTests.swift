import Measuring
import Testing

@testable import bench

@Suite struct ReportTests {
  @Test("a goal that is reached and one that is missed are marked, ratio by ratio of the rounds")
  func marks() throws {
    let report = try report(subject: series("tl list", [10, 20, 30]))
    let rows = lines(report.tables, with: "tl list")
    let start = "| `tl list` | few | `floor` | 20.0 (10.00–30.0) | 10.00 (10.00–20.0) "
    #expect(rows[0] == start + "| 2.00 | 1.50 | ≤ 1.5 × | ok |")
    #expect(rows[1].hasSuffix("| 0.80 | 0.80 | ≤ 0.7 × | **missed** |"))
    #expect(!report.hasFailures)
  }

  @Test("memory is the most of all rounds")
  func memory() throws {
    let report = try report(subject: series("tl list", [1, 2, 3]))
    #expect(
      report.tables.contains("| `tl list` | few | 3.0 | ≤ 2 MB | **missed** |"), "\(report.tables)")
  }

  @Test("a missing anchor is said and is no failure, a failing tl is one")
  func failures() throws {
    var report = try report(subject: series("tl list", [1, 2, 3]), rgFailure: "not installed")
    #expect(lines(report.tables, with: "not installed").count == 1)
    #expect(!report.hasFailures)
    var broken = series("tl list", [])
    broken.failure = "exit 2: tl: error: a|b"
    report = try self.report(subject: broken)
    #expect(report.hasFailures)
    #expect(report.tables.contains("exit 2: tl: error: a\\|b"))
  }

  @Test("what is left out says why, and is no failure")
  func leftOut() throws {
    let report = try report(subject: series("tl list", []), leftOut: "needs 8 GB")
    #expect(lines(report.tables, with: "| needs 8 GB |").count == 3)
    #expect(lines(report.tables, with: "missed").isEmpty)
    #expect(!report.hasFailures)
  }

  @Test("a differing count is a failure, a missing other program is not")
  func counts() throws {
    let same = CountCheck(question: "q", vault: "", tl: 1000, other: "rg", expected: 1000)
    let alone = CountCheck(question: "q", vault: "", tl: 1, other: "rg", expected: nil)
    let wrong = CountCheck(question: "q", vault: "", tl: nil, other: "rg", expected: 0)
    let subject = series("tl list", [1, 1, 1])
    #expect(try !report(subject: subject, checks: [same, alone]).hasFailures)
    #expect(try report(subject: subject, checks: [wrong]).hasFailures)
    #expect(
      try report(subject: subject, checks: [same]).tables
        .contains("| `q` |  | 1,000 | `rg` | 1,000 | ok |"))
  }

  @Test("every run has its line in the raw figures")
  func rawFigures() throws {
    let raw = try report(subject: series("tl list", [10, 20, 30])).rawFigures
    let lines = raw.split(separator: "\n")
    #expect(lines.count == 1 + 9)
    #expect(lines[3] == "\"tl list\",\"few\",\"tl list\",3,30.000,0.000,0.000,3000000,0")
  }

  private func report(
    subject: Series, rgFailure: String? = nil, checks: [CountCheck] = [],
    leftOut: String? = nil
  ) throws -> Report {
    var rg = series("rg", [12.5, 25, 37.5])
    rg.failure = rgFailure
    var comparison = Comparison(
      subject: subject.command, vault: "few",
      anchors: [
        Anchor(command: command("floor"), goal: 1.5), Anchor(command: command("rg"), goal: 0.7),
      ],
      rounds: 3, memoryGoal: 2_000_000)
    comparison.leftOut = leftOut
    let outcome = Outcome(
      comparison: comparison, subject: subject, anchors: [series("floor", [10, 10, 20]), rg])
    return Report(
      options: try #require(BenchOptions(words: ["--package", "/x", "--built-tl", "/y"])),
      machine: Machine(processor: "P", cores: 2, memory: 0, kernel: "K"), versions: [],
      commit: nil, outcomes: [outcome], checks: checks,
      looseObjects: nil, leastPeak: 0)
  }

  private func command(_ label: String) -> Command {
    Command(label: label, program: nil, arguments: [])
  }

  /// Runs of so many milliseconds, each with as many MB as its place.
  private func series(_ label: String, _ times: [Double]) -> Series {
    Series(
      command: command(label),
      runs: times.enumerated().map { place, time in
        Measurement(
          wall: time / 1000, user: 0, system: 0, peakMemory: (place + 1) * 1_000_000, exitCode: 0)
      })
  }

  private func lines(_ text: String, with part: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.contains(part) }
  }
}
