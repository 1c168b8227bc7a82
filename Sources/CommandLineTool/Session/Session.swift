internal import Synchronization
package import System
package import VaultFormat
internal import VaultIndex
package import VaultStore

/// What one run of a command works with: the console, the world outside, and the vault.
package final class Session {
  let options: GlobalOptions
  package let environment: Environment
  package let console: Console
  /// Read when it is first asked for; what is wrong with the file is told then.
  package private(set) lazy var userConfiguration: UserConfiguration = {
    let configuration = UserConfiguration(environment)
    if let path = configuration.path, let problem = configuration.problem {
      console.warn("\(path):\(problem.line): \(problem.message); nothing in this file counts")
    }
    for key in configuration.unknownKeys {
      console.warn("\(configuration.path ?? ""): \(key) is no setting of tl and has no effect")
    }
    return configuration
  }()
  /// The clock and the zone of this process.
  package let surroundings: Surroundings
  /// Something could not be read; the command went on and ends with `failure`.
  private(set) var hasFailed = false

  init(_ options: GlobalOptions) throws {
    let environment = Environment()
    self.options = options
    self.environment = environment
    console = Console(options, environment)
    surroundings = try Surroundings.live(environment)
  }

  package var now: NoteTime { NoteTime(instant: surroundings.now(), zone: surroundings.zone) }

  /// A person can be asked.
  package var isInteractive: Bool {
    !options.noInput && StandardStream.input.isTerminal && StandardStream.error.isTerminal
  }

  /// Runs a command's work and ends its output; what it throws becomes words and an exit status.
  func run(_ body: () throws -> Void) throws {
    let status = end(of: body)
    if let problem = console.outputProblem {
      console.report(
        CommandError(
          "standard output: \(problem)", hint: "what was printed is not all that there was to print"
        ))
      throw QuietExit(status: .failure)
    }
    if status != .done { throw QuietExit(status: status) }
  }

  private func end(of body: () throws -> Void) -> ExitStatus {
    do {
      try body()
      try console.finish()
    } catch is Console.ClosedPipe {
      try? console.finish()
      return .done
    } catch let exit as QuietExit {
      try? console.finish()
      return exit.status
    } catch {
      try? console.finish()
      let failure = CommandError(error)
      console.report(failure)
      return failure.status
    }
    return hasFailed ? .failure : .done
  }

  /// Tells of an error and goes on.
  package func fail(_ error: CommandError) {
    console.report(error)
    hasFailed = true
  }

  // MARK: - The vault

  /// Opens the vault that the options, the current folder or `TL_VAULT` name, in this order; else the notes of the
  /// current folder, and says so.
  ///
  /// - Parameter writes: the caller checks whether the vault can be written to, which says it otherwise.
  package func openVault(writes: Bool = false) throws -> OpenVault {
    let place = try vaultPlace()
    let opened = try open(place)
    if place.isAnyFolder, !writes {
      console.say("this folder is not a vault, so tl only reads its notes; tl init makes it one")
    }
    return opened
  }

  private func open(_ place: VaultPlace) throws -> OpenVault {
    let vault = try Vault(opening: place.path)
    PrintedPaths.use(root: vault.folder.path, isAbsolute: options.absolute)
    let zone = vault.configuration.namedZone
    if zone == nil, let problem = vault.configuration.zoneProblem {
      console.warn("\(VaultLayout.configuration.text): \(problem)")
    }
    return OpenVault(vault: vault, zone: zone ?? surroundings.zone, session: self)
  }

  /// The same for a command that writes: a vault that must not be written to is refused before anyone is asked
  /// anything.
  package func openVaultForWriting() throws -> OpenVault {
    let opened = try openVault(writes: true)
    try opened.vault.checkWritable()
    return opened
  }

  /// Where a vault is; `isAnyFolder` where nobody named it and it has no `.tl`.
  private typealias VaultPlace = (path: String, isAnyFolder: Bool)

  private func vaultPlace() throws -> VaultPlace {
    if let path = options.vault { return (path, false) }
    let folder = SystemPath.current
    if let folder, let root = Vault.root(above: folder) { return (root, false) }
    if let path = environment["TL_VAULT"] { return (path, false) }
    if let folder, !isEverything(folder), Vault.holdsNotes(folder) { return (folder, true) }
    throw CommandError(
      "this folder is in no vault",
      hint: "tl init makes one here; --vault DIR or TL_VAULT names one elsewhere")
  }
}

extension Session {
  /// The home folder or `/`: below them is all that somebody has, not a vault.
  private func isEverything(_ folder: String) -> Bool {
    if folder == "/" { return true }
    guard let home = environment.home else { return false }
    return folder == home || SystemPath.resolved(folder) == SystemPath.resolved(home)
  }
}

extension VaultConfiguration {
  /// The zone that the vault's settings name, if this system knows it.
  package var namedZone: TimeZoneRules? { timeZone.flatMap { TimeZoneRules(named: $0) } }

  /// That the system does not know the zone: which there are, only it can tell.
  var zoneProblem: String? {
    guard let timeZone, namedZone == nil else { return nil }
    return "this system knows no time zone '\(timeZone)'; the one of this device counts"
  }
}

extension Surroundings {
  /// The world outside; `TL_NOW` (RFC 3339) and `TL_SEED` (a number) fix clock and ids for tests.
  static func live(_ environment: Environment) throws -> Surroundings {
    let zone = TimeZoneRules.local
    var now: @Sendable () -> Int64 = { LocalTime.now() }
    if let text = environment["TL_NOW"] {
      guard let time = NoteTime(text, zone: zone) else {
        throw CommandError("TL_NOW is not a time: \(text)", status: .wrongUsage)
      }
      now = { time.seconds }
    }
    if let seed = environment["TL_SEED"].flatMap({ UInt64($0) }) {
      let chance = FixedChance(seed: seed)
      return Surroundings(now: now, zone: zone) { chance.nextID() }
    }
    return Surroundings(now: now, zone: zone) {
      var generator = SystemRandomNumberGenerator()
      return NoteID.random(using: &generator)
    }
  }
}

/// Ids that tests can expect, each other than those before it.
private final class FixedChance: Sendable {
  private let generator: Mutex<FixedGenerator>

  init(seed: UInt64) {
    generator = Mutex(FixedGenerator(state: seed))
  }

  func nextID() -> NoteID { generator.withLock { NoteID.random(using: &$0) } }
}

/// SplitMix64 (Steele, Lea, Flood 2014), for chance that tests can repeat.
private struct FixedGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
