internal import Measuring

/// What the rounds of one command gave.
struct Series {
  let command: Command
  var runs: [Measurement] = []
  /// Why there are no figures.
  var failure: String?

  /// Milliseconds by the clock, in the order of the rounds.
  var times: [Double] { runs.map { $0.wall * 1000 } }
}

/// A comparison with its figures.
struct Outcome {
  let comparison: Comparison
  var subject: Series
  var anchors: [Series]
}

/// Runs commands in turn: one round that is not counted, then the counted ones.
struct Runner {
  let programs: Programs
  /// Folder for what the programs print.
  let work: String

  func run(_ comparison: Comparison) throws -> Outcome {
    let moment = try FileSystemMoment(markFile: "\(work)/moment")
    var series = ([comparison.subject] + comparison.anchors.map(\.command)).map {
      Series(command: $0)
    }
    for round in 0...comparison.rounds where comparison.leftOut == nil {
      for index in series.indices where series[index].failure == nil {
        try comparison.prepare?(round, index)
        runOnce(&series[index], isCounted: round > 0)
        if series[index].failure == nil { series[index].failure = try comparison.prove?(index) }
      }
      for vault in comparison.written { _ = try moment.removeLaterNotes(in: vault) }
    }
    return Outcome(
      comparison: comparison, subject: series[0], anchors: Array(series.dropFirst()))
  }

  /// Counted runs print nowhere, so that nobody waits for a reader.
  private func runOnce(_ series: inout Series, isCounted: Bool) {
    let command = series.command
    guard let program = command.program else {
      series.failure = "not installed"
      return
    }
    let errors = isCounted ? "/dev/null" : "\(work)/errors.txt"
    do {
      let run = try programs.process(program, command.arguments).run(errors: errors)
      if !command.exitCodes.contains(run.exitCode) {
        let line = try? fileText("\(work)/errors.txt").split(separator: "\n").first
        series.failure = (["exit \(run.exitCode)"] + (line.map { [String($0)] } ?? []))
          .joined(separator: ": ")
      } else if isCounted {
        series.runs.append(run)
      }
    } catch {
      series.failure = "\(error)"
    }
  }
}
