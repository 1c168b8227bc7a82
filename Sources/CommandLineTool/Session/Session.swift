internal import Journal
package import SystemCalls
package import VaultFormat
internal import VaultIndex
package import VaultStore
package import Words

/// The context of one run of a command: the console, the environment, and the vault.
package final class Session {
  let options: GlobalOptions
  package let environment: Environment
  package let console: Console
  /// Read on first use; warns about problems of the file then.
  package private(set) lazy var userConfiguration: UserConfiguration = {
    let configuration = UserConfiguration(environment)
    if let path = configuration.path, let problem = configuration.problem {
      console.warn("\(path):\(problem.line): \(problem.message); this file is ignored")
    }
    for key in configuration.unknownKeys {
      console.warn("\(configuration.path ?? ""): \(key) is not a setting of tl and has no effect")
    }
    for problem in configuration.valueProblems {
      console.warn("\(configuration.path ?? ""): \(problem) and has no effect")
    }
    return configuration
  }()
  /// The clock and the zone of this process.
  package let surroundings: Surroundings
  /// What the user chose for names that several places have, so that a command asks once.
  var chosenPlaces: [String: Place] = [:]
  /// What this run changes in the vault, once it changes something.
  private var begunOperation: OperationRecorder?
  /// Whether an error was reported; the command continues and ends with `failure`.
  private(set) var hasFailed = false

  init(_ options: GlobalOptions, _ environment: Environment = Environment()) throws {
    self.options = options
    self.environment = environment
    console = Console(options, environment)
    surroundings = try Surroundings.live(environment)
  }

  /// The same command for another vault, with settings, accounts and state below a folder: nothing of the user's is read
  /// or written, whatever the environment says.
  package func apart(vault: String, in folder: String) throws -> Session {
    var options = options
    options.vault = vault
    var variables = environment.all.filter { name, _ in
      !name.hasPrefix("TL_") || name == "TL_NOW" || name == "TL_SEED"
    }
    variables["HOME"] = folder
    for kind in ["CONFIG", "STATE", "CACHE", "DATA"] {
      variables["XDG_\(kind)_HOME"] = "\(folder)/\(kind.lowercased())"
    }
    return try Session(options, Environment(variables))
  }

  package var now: NoteTime { NoteTime(instant: surroundings.now(), zone: surroundings.zone) }

  /// Whether the user can be asked.
  package var isInteractive: Bool {
    !options.noInput && StandardStream.input.isTerminal && StandardStream.error.isTerminal
  }

  /// Receives what this run changes in the vault.
  package var operation: OperationRecorder { begunOperation ?? beginOperation() }

  /// - Parameter number: of the operation that is taken back by what is changed from now on.
  @discardableResult
  func beginOperation(undoing number: Int? = nil) -> OperationRecorder {
    let words =
      ["tl"]
      + CommandLine.arguments.dropFirst().map { word in
        let plain = "-+=,.:/@#_".utf8
        let isPlain = word.utf8.allSatisfy {
          $0.isASCIILetter || $0.isASCIIDigit || $0 > 0x7F || plain.contains($0)
        }
        return isPlain && !word.isEmpty ? word : word.shellQuoted
      }
    let head = LoggedOperation.Head(
      time: now.rfc3339, face: .commandLine,
      words: DisplayWidth.cut(TerminalText.line(words.joined(separator: " ")), to: 120),
      undoes: number)
    let operation = OperationRecorder(head)
    begunOperation = operation
    return operation
  }

  /// Runs a command and ends its output; errors become messages and an exit status.
  func run(_ body: () throws -> Void) throws {
    let status = end(of: body)
    if let problem = console.outputProblem {
      console.report(
        Problem("standard output: \(problem)", hint: "the output is incomplete"))
      throw QuietExit(status: .failure)
    }
    if status != .done { throw QuietExit(status: status) }
  }

  private func end(of body: () throws -> Void) -> ExitStatus {
    do {
      try body()
      begunOperation?.finish()
      warnOfUnrecorded()
      try console.finish()
    } catch is Console.ClosedPipe {
      try? console.finish()
      return .done
    } catch let exit as QuietExit {
      try? console.finish()
      return exit.status
    } catch {
      try? console.finish()
      let failure = Problem(error)
      warnOfUnrecorded()
      console.report(failure.endsWriting ? ended(by: failure) : failure)
      return failure.status
    }
    return hasFailed ? .failure : .done
  }

  private func warnOfUnrecorded() {
    guard let operation = begunOperation, operation.hasChanged, let problem = operation.problem
    else { return }
    let what = operation.changed == nil ? "this" : "all of this"
    console.warn("tl undo cannot take \(what) back: \(problem.path) \(problem)")
  }

  /// The error of a command that a disk has ended, with what it had changed before.
  private func ended(by error: Problem) -> Problem {
    guard let operation = begunOperation, operation.hasChanged else { return error }
    // Another undo would go further back.
    let next =
      operation.head.undoes == nil
      ? "repeat the command for the others" : "look at tl undo --list"
    var error = error.afterChanges(then: next)
    guard let made = operation.changed else {
      error.what += "; what was done before stays"
      return error
    }
    error.what += "; \(made.summary) \(made.paths.count == 1 ? "was" : "were") changed before"
    if operation.head.undoes == nil { error.what += ", which tl undo takes back" }
    return error
  }

  /// Reports the error of one of several changes and continues.
  ///
  /// - Throws: the error instead, if it is one of the disk that the next change would meet too.
  package func continueAfter(_ error: Problem) throws(Problem) {
    if error.endsWriting { throw error }
    fail(error)
  }

  /// Reports an error and continues.
  package func fail(_ error: Problem) {
    console.report(error)
    hasFailed = true
  }

  // MARK: - The vault

  /// Opens the vault that the options, the current folder or `TL_VAULT` name, in this order; else the notes of the
  /// current folder, and says so.
  ///
  /// Warns of settings that cannot be read, since defaults change what is shown.
  package func openVault(for use: VaultUse = .reading) throws -> OpenVault {
    let place = try vaultPlace()
    let vault = try Vault(opening: place.path)
    PathDisplay.use(root: vault.folder.path, isAbsolute: options.absolute)
    let zone = vault.configuration.namedZone
    if zone == nil, let problem = vault.configuration.zoneProblem {
      console.warn("\(VaultLayout.configuration.text): \(problem); the device's is used")
    }
    if use == .reading,
      let problem = vault.configuration.findings.first(where: { $0.severity == .error })
    {
      console.warn(
        "\(VaultLayout.configuration.shown):\(problem.line): \(problem.message); until it is corrected, "
          + "settings that cannot be read do not apply, and nothing is written to this vault")
    }
    if place.isAnyFolder, use != .writing {
      console.say("this folder is not a vault, so tl only reads its notes; tl init makes it one")
    }
    return OpenVault(vault: vault, zone: zone ?? surroundings.zone, session: self)
  }

  /// The same for a command that writes: refuses a read-only vault before any question.
  package func openVaultForWriting() throws -> OpenVault {
    let opened = try openVault(for: .writing)
    try opened.vault.checkWritable()
    return opened
  }

  /// For a command that changes nothing in a dry run.
  func openVault(isDryRun: Bool) throws -> OpenVault {
    try isDryRun ? openVault() : openVaultForWriting()
  }

  /// Where a vault is; `isAnyFolder` if it was not named and has no `.tl`.
  private func vaultPlace() throws -> (path: String, isAnyFolder: Bool) {
    if let path = options.vault { return (path, false) }
    let folder = SystemPath.current
    if let folder, let root = Vault.root(above: folder) { return (root, false) }
    if let path = environment["TL_VAULT"] { return (path, false) }
    if let folder, !isEverything(folder), Vault.holdsNotes(folder) { return (folder, true) }
    throw Problem(
      "this folder is not in a vault",
      hint: "tl init makes one here; --vault DIR or TL_VAULT names one elsewhere")
  }

  /// The home folder or `/`, which contain too much to be a vault.
  private func isEverything(_ folder: String) -> Bool {
    if folder == "/" { return true }
    guard let home = environment.home else { return false }
    return folder == home || SystemPath.resolved(folder) == SystemPath.resolved(home)
  }

  // MARK: - Questions

  /// Asks a yes or no question; every other answer is a no.
  ///
  /// Only if `isInteractive`.
  package func confirm(_ question: String) -> Bool {
    console.prompt(TerminalText.line(question) + " [y/N] ")
    guard let answer = StandardStream.input.readLine() else {
      console.prompt("\n")
      return false
    }
    return ["y", "yes"].contains(answer.split(separator: " ").joined().lowercased())
  }

  /// Asks before an action that is hard to undo, unless `isAgreed` (`-y`).
  ///
  /// - Throws: a usage error without a terminal; `QuietExit` after a no.
  package func requireConsent(_ isAgreed: Bool, question: String, command: String) throws {
    if isAgreed { return }
    try requireAnswer(for: command)
    guard confirm(question) else {
      console.say("nothing was changed")
      throw QuietExit(status: .failure)
    }
  }

  /// Throws a usage error without a terminal.
  ///
  /// `command` does the same without asking.
  func requireAnswer(for command: String) throws {
    guard isInteractive else {
      throw Problem(
        usage: "needs confirmation, and there is no terminal; use -y", hint: command)
    }
  }
}

extension VaultConfiguration {
  /// The zone that the vault's settings name, if this system knows it.
  package var namedZone: TimeZoneRules? { timeZone.flatMap { TimeZoneRules(named: $0) } }

  /// A warning if the system does not know the zone.
  var zoneProblem: String? {
    guard let timeZone, namedZone == nil else { return nil }
    return "this system does not know the time zone '\(timeZone)'"
  }
}

/// What a command opens a vault for, which decides what is said about it.
package enum VaultUse {
  /// To show what is in it.
  case reading
  /// To read it without a warning of broken settings: the command reports them itself, or nobody reads a warning.
  case readingQuietly
  /// To change it. Broken settings, and a folder that is no vault, are errors of `Vault.checkWritable` then.
  case writing
}
