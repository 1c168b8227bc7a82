internal import Measuring

/// The figures as Markdown and as raw numbers.
struct Report {
  let options: BenchOptions
  let machine: Machine
  let versions: [String]
  /// Of the repository, `nil` outside of one.
  let commit: String?
  let outcomes: [Outcome]
  let checks: [CountCheck]
  let looseObjects: LooseObjects?
  /// Of the measuring process itself, in bytes: no peak reads less.
  let leastPeak: Int

  /// The page kept with the raw figures.
  var page: String {
    let words = ["Benchmarks/run"] + options.typed
    let about = [
      "Command: `\(words.joined(separator: " "))`",
      "Machine: \(machine.processor), \(machine.cores) cores, "
        + "\(decimalText(Double(machine.memory) / 1e9, places: 0)) GB of memory, "
        + machine.kernel,
      "Versions: " + (versions + (commit.map { ["sources \($0)"] } ?? [])).joined(separator: "; "),
      "Rounds: \(options.rounds), \(options.startRounds) for `tl --version`, after one that is "
        + "not counted",
    ]
    return """
      # Figures of \(today())

      \(about.map { "- \($0)" }.joined(separator: "\n"))

      \(tables)

      What is measured and how: `Benchmarks/README.md`. Every single run: `raw.csv`.

      """
  }

  var tables: String {
    var parts = outcomes.isEmpty ? [] : [timeTable]
    if outcomes.contains(where: { $0.comparison.memoryGoal != nil }) { parts.append(memoryTable) }
    if let looseObjects { parts.append(objectTable(looseObjects)) }
    if !checks.isEmpty { parts.append(countTable) }
    return parts.joined(separator: "\n\n")
  }

  /// Something was found to be wrong, which a missed goal is not.
  var hasFailures: Bool {
    outcomes.contains { $0.subject.failure != nil } || checks.contains { $0.agrees == false }
  }

  private var timeTable: String {
    """
    ## Time

    Milliseconds from start to end, median (least–most). The goal is for the median of the ratios \
    within each round.

    \(table(
      ["run", "notes", "anchor", "tl ms", "anchor ms", "ratio of medians", "median of ratios",
        "goal", ""],
      outcomes.flatMap(timeRows)))
    """
  }

  private var memoryTable: String {
    """
    ## Peak memory

    The most of all rounds in MB (10⁶ bytes). No figure can be below \
    \(megabytes(leastPeak)) MB, the peak of the measuring program.

    \(table(
      ["run", "notes", "peak MB", "goal", ""], outcomes.compactMap(memoryRow)))
    """
  }

  private var countTable: String {
    """
    ## The answers

    Notes that tl finds, and files that another program finds.

    \(table(
      ["question", "notes", "tl", "other", "found by the other", ""],
      checks.map { check in
        [
          "`\(check.question)`", check.vault, check.tl.map(grouped) ?? "failed",
          check.other == "as asked" ? check.other : "`\(check.other)`",
          check.expected.map(grouped) ?? "missing",
          check.agrees.map { $0 ? "ok" : "**differs**" } ?? "",
        ]
      }))
    """
  }

  private func objectTable(_ objects: LooseObjects) -> String {
    """
    ## Loose objects

    Objects with a file of their own after \(grouped(objects.syncs)) commits of one note each.

    \(table(
      ["by `tl sync`", "by git", "goal", ""],
      [[
        grouped(objects.tl), grouped(objects.git), "no more than git",
        mark(objects.tl <= objects.git),
      ]]))
    """
  }

  private func timeRows(_ outcome: Outcome) -> [[String]] {
    let comparison = outcome.comparison
    let name = ["`\(comparison.subject.label)`", comparison.vault]
    var rows = zip(comparison.anchors, outcome.anchors).map { anchor, series in
      let ratio =
        series.failure == nil && outcome.subject.failure == nil
        ? Ratio(outcome.subject.times, over: series.times) : nil
      return name + [
        "`\(anchor.command.label)`", comparison.leftOut ?? figures(outcome.subject),
        figures(series),
        ratio.map { hundredths($0.ofMedians) } ?? "", ratio.map { hundredths($0.ofRounds) } ?? "",
        "≤ \(shortest(anchor.goal)) ×", mark(ratio.map { $0.ofRounds <= anchor.goal }),
      ]
    }
    if let goal = comparison.timeGoal {
      let median = outcome.subject.failure == nil ? Spread(outcome.subject.times)?.median : nil
      rows.append(
        name + [
          "", figures(outcome.subject), "", "", "", "≤ \(shortest(goal)) ms",
          mark(median.map { $0 <= goal }),
        ])
    }
    return rows
  }

  private func memoryRow(_ outcome: Outcome) -> [String]? {
    guard let goal = outcome.comparison.memoryGoal else { return nil }
    let name = ["`\(outcome.comparison.subject.label)`", outcome.comparison.vault]
    let peak = outcome.subject.runs.map(\.peakMemory).max()
    return name + [
      peak.map(megabytes) ?? outcome.subject.failure ?? outcome.comparison.leftOut ?? "",
      "≤ \(goal / 1_000_000) MB",
      mark(peak.map { $0 <= goal }),
    ]
  }

  private func figures(_ series: Series) -> String {
    if let failure = series.failure { return failure }
    guard let spread = Spread(series.times) else { return "" }
    return "\(milliseconds(spread.median)) "
      + "(\(milliseconds(spread.minimum))–\(milliseconds(spread.maximum)))"
  }

  private func mark(_ isReached: Bool?) -> String {
    isReached.map { $0 ? "ok" : "**missed**" } ?? ""
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    let rule = head.map { _ in "---" }
    return ([head, rule] + rows).map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private func milliseconds(_ time: Double) -> String {
    decimalText(time, places: time < 20 ? 2 : time < 200 ? 1 : 0)
  }

  private func hundredths(_ number: Double) -> String {
    decimalText(number, places: number < 0.1 ? 3 : 2)
  }

  private func megabytes(_ bytes: Int) -> String {
    decimalText(Double(bytes) / 1e6, places: 1)
  }

  private func shortest(_ number: Double) -> String {
    number == number.rounded() ? decimalText(number, places: 0) : "\(number)"
  }
}
