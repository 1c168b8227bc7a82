import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// Of a command that writes files of a scheduler.
struct ScheduleOptions: ParsableArguments {
  @Flag(name: [.customShort("N"), .long], help: "Show what would be written, write nothing")
  var dryRun = false

  @OptionGroup var consent: ConsentOptions
}

/// Of a command that removes them.
struct UnscheduleOptions: ParsableArguments {
  @Flag(name: [.customShort("N"), .long], help: "Show what would go, remove nothing")
  var dryRun = false
}

/// The scheduler's files for the reminders or the backups of a vault: what there is, and carrying out plans.
struct ReminderSchedule {
  private let session: Session
  private let vault: Vault
  private let topic: ScheduleMark.Topic
  private let programs: SchedulerPrograms

  init(_ session: Session, _ topic: ScheduleMark.Topic = .due) throws {
    self.session = session
    self.topic = topic
    vault = try session.openVault().vault
    programs = SchedulerPrograms(environment: session.environment)
  }

  func state() throws -> ScheduleState {
    let places = SchedulePlaces(
      systemd: session.environment.systemdFolder,
      launchAgents: session.environment.home.map { $0 + "/Library/LaunchAgents" })
    var state = ScheduleState(
      mark: ScheduleMark(topic, ofVault: vault.plainPath), places: places)
    for path in ReminderWay.allCases.flatMap({ places.paths($0, state.mark) }) {
      state.files[path] = SystemFile.read(path).map { String(decoding: $0, as: UTF8.self) }
    }
    state.crontab = try programs.crontab()
    state.isTimerEnabled =
      places.enablingLink(state.mark).map { (try? FileDescriptor.status(ofPath: $0)) != nil }
      ?? false
    return state
  }

  /// Shows what would be written, asks, and writes it.
  ///
  /// - Parameters:
  ///   - way: nil for the one that this system has.
  ///   - command: does it without asking.
  ///   - outcome: what is said at the end.
  func install(
    _ task: ReminderJob.Task, by way: ReminderWay?, _ options: ScheduleOptions, command: String,
    outcome: String
  ) throws {
    let plan = try plan(task, by: way)
    guard !plan.isEmpty else {
      return session.console.say("they are installed like this already; nothing was changed")
    }
    try show(plan)
    guard !options.dryRun else { return }
    try session.requireConsent(options.consent.yes, question: "do this?", command: command)
    try carryOut(plan)
    session.console.say(outcome)
  }

  /// Shows what goes, and removes it.
  func uninstall(_ options: UnscheduleOptions) throws {
    let state = try state()
    guard !state.items.isEmpty else { throw Self.notInstalled(topic) }
    let plan = SchedulePlan(removingFrom: state, user: ThisDevice.userID)
    try show(plan)
    if !options.dryRun { try carryOut(plan) }
  }

  private func show(_ plan: SchedulePlan) throws {
    for line in plan.lines { try session.console.line(TerminalText.line(line)) }
    try session.console.flush()
  }

  private func plan(_ task: ReminderJob.Task, by way: ReminderWay?) throws -> SchedulePlan {
    try vault.checkInitialized()
    guard let way = way ?? programs.presentWay else {
      throw Problem(
        "neither systemd nor cron was found, which could run tl",
        hint: "have any scheduler run \(topic == .due ? "tl due --notify" : "tl backup make"); "
          + "--systemd and --cron choose one")
    }
    let state = try state()
    guard way == .cron || !state.places.paths(way, state.mark).isEmpty else {
      throw Problem("there is no place for the files of \(way.rawValue)", hint: "set HOME")
    }
    let job = try job(task)
    if case .due(let hours) = task { warn(about: hours) }
    return SchedulePlan(job, by: way, in: state, user: ThisDevice.userID)
  }

  /// The error of commands that need an installation.
  static func notInstalled(_ topic: ScheduleMark.Topic) -> Problem {
    switch topic {
    case .due:
      Problem("no reminders are installed for this vault", hint: "tl due install has them told")
    case .backup:
      Problem(
        "no backups are installed for this vault",
        hint: "tl backup install --to FOLDER has them made")
    }
  }

  /// Carries out a plan, the crontab first: what is refused there leaves everything as it was.
  private func carryOut(_ plan: SchedulePlan) throws {
    if let table = plan.table { try programs.write(table) }
    for call in plan.callsBefore { try programs.call(call) }
    for file in plan.files {
      if let text = file.text {
        try SystemPath.makeFolders(SystemPath.parent(of: file.path), permissions: 0o755)
        try PrivateFile(file.path).write(Array(text.utf8))
      } else {
        try SystemPath.remove(file.path)
      }
    }
    do {
      for call in plan.callsAfter { try programs.call(call) }
    } catch {
      var failure = Problem(error)
      (failure.place, failure.what) = (nil, "the files are written, but \(failure.message)")
      failure.hints = plan.callsAfter.map { $0.words.joined(separator: " ") }
      throw failure
    }
  }

  private func job(_ task: ReminderJob.Task) throws -> ReminderJob {
    guard let own = ThisDevice.programPath else {
      throw Problem("the path of this program is not known")
    }
    // Rather the name by which it is called, which stays when another version is installed.
    let named = session.environment.program("tl").flatMap { SystemPath.isSame($0, own) ? $0 : nil }
    let names = ["XDG_CONFIG_HOME", "XDG_STATE_HOME"]
    let variables = names.compactMap { name in
      session.environment[name].map { (name, $0) }
    }
    let job = ReminderJob(
      program: named ?? own, vault: vault.plainPath, task: task,
      variables: Dictionary(uniqueKeysWithValues: variables))
    guard !job.hasControlCharacters else {
      throw Problem(
        "a path has control characters, which the files of a scheduler cannot hold")
    }
    return job
  }

  /// Says what would not be told.
  private func warn(about hours: ReminderHours) {
    let settings = JournalSettings(vault.configuration)
    if let time = settings.nudge.time, !hours.contains(secondOfDay: time) {
      session.console.warn(
        "nudge.at of the vault is \(NoteTime.clock(time)), when there are no reminders: "
          + "--from and --to choose other hours")
    }
    if let program = session.userConfiguration.notify?.program, !program.contains("/") {
      session.console.warn(
        "notify: a scheduler may not find \(program); write its whole path"
          + (session.environment.program(program).map { ", \($0)" } ?? ""))
    }
  }
}
