internal import Measuring

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Measures tl against its anchors and writes the table.
@main struct Bench {
  private let options: BenchOptions
  private let programs: Programs
  private let work: String

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    if words.contains("--help") || words.contains("-h") {
      print(BenchOptions.usage, terminator: "")
      exit(0)
    }
    guard let options = BenchOptions(words: words) else {
      progress(BenchOptions.usage)
      exit(64)
    }
    do {
      let bench = Bench(options: options)
      let report = try bench.measured()
      let folder = try bench.keep(report)
      print(report.tables)
      progress("kept in \(folder)")
      exit(report.hasFailures ? 1 : 0)
    } catch {
      progress("bench: error: \(error)")
      exit(2)
    }
  }

  private init(options: BenchOptions) {
    self.options = options
    work = "\(options.package)/.work"
    programs = Programs(
      tl: options.tl, ownPath: CommandLine.arguments[0], home: "\(work)/home")
  }

  private func measured() throws -> Report {
    try makeFolders("\(work)/home")
    let vaults = try Vaults(
      notes: options.notes, wantsMillion: options.sections.contains(.million), work: work,
      programs: programs)
    let plan = Plan(programs: programs, vaults: vaults, options: options)
    var comparisons = plan.comparisons
    var repositories: SyncRepositories?
    defer { try? repositories?.remove() }
    if options.sections.contains(.sync), programs.git != nil {
      let made = try SyncRepositories(vaults.short, work: work, programs: programs)
      repositories = made
      comparisons +=
        SyncPlan(programs: programs, repositories: made, options: options)
        .comparisons
    }
    var servers: NotesyncServers?
    defer { try? servers?.remove() }
    if options.sections.contains(.notesync), programs.curl != nil, programs.python != nil {
      let made = try NotesyncServers(
        vaults.small, recorder: "\(options.package)/record-requests.py", work: work,
        programs: programs)
      servers = made
      comparisons.append(
        NotesyncPlan(programs: programs, servers: made, options: options).comparison)
    }
    let runner = Runner(programs: repositories?.programs ?? programs, work: work)
    let outcomes = try comparisons.enumerated().map { index, comparison in
      progress(
        "\(index + 1) of \(comparisons.count): \(comparison.subject.label)"
          + (comparison.vault.isEmpty ? "" : " (\(comparison.vault))"))
      return try runner.run(comparison)
    }
    let leastPeak = ownPeakMemory()
    let counts = Counts(
      programs: programs, vaults: vaults, work: work,
      withMillion: options.sections.contains(.million) && vaults.millionLeftOut == nil)
    let loose = try repositories?.looseObjects(syncs: 1000)
    return Report(
      options: options, machine: .current, versions: programs.versions(scratch: "\(work)/output"),
      commit: commit, outcomes: outcomes,
      checks: options.sections.contains(.counts) ? counts.checks : [], looseObjects: loose,
      leastPeak: leastPeak)
  }

  private var commit: String? {
    programs.git.flatMap {
      programs.firstLine(
        $0, ["-C", options.package, "describe", "--always", "--dirty", "--exclude", "*"],
        scratch: "\(work)/output")
    }
  }

  /// Writes page and figures and returns their folder.
  ///
  /// Only complete runs go where results are kept for good.
  private func keep(_ report: Report) throws -> String {
    let name = "\(today())-\(report.machine.slug)"
    let parent = options.isComplete ? options.package : work
    let folder = options.results ?? "\(parent)/results/\(name)"
    try makeFolders(folder)
    try writeFile("\(folder)/README.md", report.page)
    try writeFile("\(folder)/raw.csv", report.rawFigures)
    return folder
  }
}

/// A line for the person who waits.
func progress(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
