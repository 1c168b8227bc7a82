internal import SystemCalls
internal import Words

/// The programs by which the user's schedulers are asked and told.
struct SchedulerPrograms {
  let environment: Environment

  /// More bytes than any crontab has.
  private static let limit = 1 << 20
  /// Milliseconds without an answer.
  private static let patience = 30_000

  /// The scheduler that this system has; nil for none that is known.
  var presentWay: ReminderWay? {
    #if os(macOS)
      return .launchd
    #else
      // As sd_booted(3) finds out.
      if SystemPath.isFolder("/run/systemd/system"), environment.program("systemctl") != nil {
        return .systemd
      }
      return environment.program("crontab") == nil ? nil : .cron
    #endif
  }

  /// The user's crontab; empty if there is none yet, nil where there is no cron.
  ///
  /// - Throws: if it cannot be read as it is, byte by byte: it would be written back with another content.
  func crontab() throws -> String? {
    guard environment.program("crontab") != nil else { return nil }
    let output = try run(["crontab", "-l"], variables: ["LC_ALL": "C"])
    if output.status != 0 {
      let words = output.errorOutput
      if words.contains("no crontab") || words.contains("No such file") { return "" }
      throw Self.failure(["crontab", "-l"], output)
    }
    guard output.bytes.count < Self.limit,
      let text = String(validating: output.bytes, as: UTF8.self)
    else {
      throw Problem(
        "your crontab cannot be changed by tl: it is not UTF-8, or larger than a megabyte",
        hint: "tl due install --cron --dry-run prints the lines; crontab -e takes them")
    }
    return text
  }

  /// Replaces the user's crontab, unless it has changed.
  func write(_ change: SchedulePlan.TableChange) throws {
    guard try crontab() == change.before || environment.program("crontab") == nil else {
      throw Problem(
        "your crontab was changed meanwhile, and stays as it is", hint: "run the command again")
    }
    let output = try run(["crontab", "-"], input: Array(change.after.utf8))
    if output.status != 0 { throw Self.failure(["crontab", "-"], output) }
  }

  func call(_ call: SchedulePlan.Call) throws {
    do {
      let output = try run(call.words)
      if output.status != 0, !call.mayFail { throw Self.failure(call.words, output) }
    } catch {
      if !call.mayFail { throw error }
    }
  }

  private func run(
    _ words: [String], input: [UInt8] = [], variables: [String: String] = [:]
  ) throws -> ChildProcess.Output {
    guard let name = words.first, let program = environment.program(name) else {
      throw Problem("\(words.first ?? "") was not found")
    }
    do {
      return try ChildProcess.run(
        ChildCommand(
          program: program, arguments: Array(words.dropFirst()),
          variables: .exactly(environment.all.merging(variables) { $1 })),
        input: input, limit: Self.limit, timeouts: SocketTimeouts(idle: Self.patience))
    } catch {
      throw Problem("\(words.joined(separator: " ")): \(error)")
    }
  }

  private static func failure(_ words: [String], _ output: ChildProcess.Output) -> Problem {
    let said = output.errorOutput.split(whereSeparator: \.isNewline).last.map(String.init)
    return Problem(
      "\(words.joined(separator: " ")): \(said ?? "ended with status \(output.status)")")
  }
}
