import ArgumentParser
internal import Journal
internal import Media
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

struct DoctorCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the vault, and repair what can be repaired safely",
    discussion: """
      Prints what would not survive a move to another system or device, a line each, errors first: \
      path:line:column: severity: message. An error is damage or loss waiting to happen, a warning will not \
      survive everywhere. Information (info) is summed up, a line for each kind with a count; \
      --level info lists it. Ends with 1 when there is an error or a warning, else with 0.

      With --fix: stores ids in notes that have none and in copies that have the id of another note, moves a media \
      folder to the only note that links into it, takes git's conflict markers out of a tracker where only events stand \
      between them, spells categories as the settings do, and moves remains of interrupted writes to the trash. What was done is printed first, then what is \
      left. Any other text of notes, and its links, are never changed. A note whose front \
      matter cannot be read, or is TOML or JSON, is not touched, and no template gets an id.

      With --json: an array of all findings as {severity, code, path, line, column, message}, by path; with --fix as \
      well: an object {"fixed": [{action, path, …}], "findings": […]}, where action is stored-id (with id), \
      moved-media or moved-to-trash (with to), took-out-markers, \
      spelled-category (with category), or removed-empty.
      """)

  @Flag(help: "Repair what can be repaired safely")
  var fix = false

  @Option(
    help: ArgumentHelp("List findings down to this level: error, warning or info"),
    completion: .list(Finding.Severity.allCases.map(\.rawValue)))
  var level: Finding.Severity = .warning

  @OptionGroup var output: ValueOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault(for: .readingQuietly)
    let checker = vault.source.checker
    var check = checker.check(recorded: vault.recordedNote)
    var report = DoctorReport(session: session, level: level, isJSON: output.json, isFixing: fix)
    if fix {
      try repair(check.repairs, in: vault, reportingTo: &report)
      if !check.repairs.isEmpty { check = checker.check(recorded: vault.recordedNote) }
    }
    if let problem = vault.vault.configuration.zoneProblem {
      let finding = Finding(.warning, .vaultSetting, message: "\(problem); the device's is used")
      check.findings.append(LocatedFinding(VaultLayout.configuration, finding))
    }
    check.findings += vault.source.journalFindings(of: try vault.scan())
    check.findings +=
      try EqualMedia.all(in: vault.vault.folder, threads: ThisDevice.processorCount).map {
        LocatedFinding(
          $0.path, Finding(.info, .equalMedia, message: "the same file as \($0.first.shown)"))
      }
    check.findings.sort(by: VaultCheck.precedes)
    try report.finish(check, isInitialized: vault.vault.isInitialized)
    if session.hasFailed { return }
    if check.findings.contains(where: { $0.finding.severity != .info }) {
      try session.console.end(with: .nothingFound)
    }
  }

  /// Files that git ignores or encrypts, and that would no longer be after the repair renames them.
  private func exposed(by repair: Repair, _ vault: OpenVault) throws -> [RenamedFile] {
    guard case .moveMedia(let folder, let target) = repair,
      let files = try? vault.vault.folder.allFiles(in: folder)
    else { return [] }
    return try vault.exposed(RenamedFile.files(files, from: folder, to: target))
  }

  /// Reports what cannot be repaired, and continues with the next repair, unless that would fail too.
  private func repair(
    _ repairs: [Repair], in vault: OpenVault, reportingTo report: inout DoctorReport
  ) throws {
    let session = vault.session
    guard !repairs.isEmpty else { return try vault.vault.checkWritable() }
    let writer = try vault.writer()
    // On a terminal the lines themselves show the progress.
    let isShown = session.console.outputIsTerminal
    let progress = isShown ? nil : Progress("repairing", total: repairs.count, on: session.console)
    defer { progress?.finish() }
    for repair in repairs {
      do {
        if let exposed = try exposed(by: repair, vault).first {
          progress?.finish()
          session.console.warn(
            "\(repair.path.shown) stays: git would not keep \(exposed.new.shown) as private as \(exposed.old.shown)"
          )
          continue
        }
        for action in try writer.repair(repair) { try report.add(action) }
        if isShown { try session.console.flush() }
        progress?.advance()
      } catch let error as Console.ClosedPipe {
        throw error
      } catch let error as EditError {
        progress?.finish()
        session.console.warn(
          "\(repair.path.shown):\(error.line): \(error); the note stays as it is")
      } catch {
        progress?.finish()
        try session.continueAfter(Problem(error, at: repair.path))
      }
    }
  }
}

extension Repair {
  /// A description for messages.
  fileprivate var path: VaultPath {
    switch self {
    case .storeID(let path, _), .takeOutMarkers(let path), .spellCategory(let path, _): path
    case .moveMedia(let folder, _): folder
    case .putAway(let folder, _): folder ?? VaultLayout.trash
    }
  }
}

extension Finding.Severity: ExpressibleByArgument {}
