internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

extension SyncCommand {
  /// The pause between two looks at the folder, in milliseconds.
  private static let pause: Int64 = 3_000
  /// The pause between two checks for changes that the system does not report, in milliseconds: a check of a large vault
  /// takes part of a second.
  private static let uncertainPause: Int64 = 15_000

  /// Syncs now, after changes and at intervals, until it is interrupted.
  func keepSynced(in session: Session) throws {
    Interruption.listen()
    var lines = WatchLines(console: session.console, isJSON: output.json)
    var vault = try session.openVaultForWriting()
    var synced = try vault.synced()
    session.console.say("watching; Ctrl-C ends it")
    while !Interruption.isAsked {
      do {
        // Settings of the vault may have come with the last sync.
        vault = try session.openVaultForWriting()
        synced = try vault.synced()
        let callbacks = SyncCallbacks(progress: { _ in !Interruption.isAsked })
        let report = try synced.sync(options, callbacks)
        if let error = report.problem(.current), !Interruption.isAsked {
          synced.saveFailure(error.message)
        }
        try lines.print(report, at: session.now)
      } catch let error as Console.ClosedPipe {
        throw error
      } catch {
        let failure = Problem(error)
        if !Interruption.isAsked {
          synced.saveFailure(failure.message, of: error)
          lines.report(failure)
        }
      }
      // Even if git failed, since notesync is independent.
      if session.userConfiguration.syncsNotesync, !noPush, !Interruption.isAsked {
        guard NetworkProgram.syncAfterwards(vault, isWatching: true) else { break }
      }
      wait(synced, &lines)
    }
    // Below the ^C.
    if StandardStream.error.isTerminal { session.console.prompt("\n") }
  }

  private func wait(_ synced: SyncedVault, _ lines: inout WatchLines) {
    func now() -> Int64 { MonotonicClock.nanoseconds() / 1_000_000 }
    let signal = try? FolderSignal(synced.vault)
    var state = (try? synced.folderState()) ?? FolderState()
    var schedule = WatchSchedule(leaving: state, at: now())
    var lastCheck = now()
    while !Interruption.isAsked {
      Interruption.pause(milliseconds: Self.pause)
      do {
        if signal?.take() ?? true || now() - lastCheck >= Self.uncertainPause {
          lastCheck = now()
          state = try synced.folderState()
        }
        if schedule.isDue(state, at: now()) { return }
      } catch {
        lines.report(Problem(error))
        if schedule.isDue(FolderState(), at: now()) { return }
      }
    }
  }
}

/// The output while a vault is watched: a line for each sync that did something, and an error once until it changes.
private struct WatchLines {
  let console: Console
  let isJSON: Bool
  /// The last printed error, if it is still current.
  var lastError: String?
  var lastHeldBack: [SkippedPath] = []

  mutating func print(_ report: SyncReport, at time: NoteTime) throws {
    if report.didSomething {
      let clock = TimeText.minute(time)
      try console.line(
        isJSON
          ? SyncReportJSON.value(of: report).compact
          : "\(console.style.dim(clock))  \(TerminalText.line(report.watchLine))")
      try console.flush()
    }
    if report.heldBack != lastHeldBack {
      for left in report.heldBack { console.warn("\(left.path.shown): \(left.words(.current))") }
      lastHeldBack = report.heldBack
    }
    if let error = report.problem(.current), report.heldBack.isEmpty || !report.network.isDone {
      self.report(error)
    } else {
      lastError = nil
    }
  }

  mutating func report(_ error: Problem) {
    guard error.message != lastError, !Interruption.isAsked else { return }
    console.report(error)
    lastError = error.message
  }
}

extension SyncReport {
  fileprivate var didSomething: Bool {
    !(committed.isEmpty && arrived.isEmpty && sent.isEmpty && events.isEmpty)
  }

  /// `2 in, 1 out: Kaia, Kitchen`.
  fileprivate var watchLine: String {
    var titles: [String] = []
    for note in arrived.notes + sent.notes + (sent.isEmpty ? committed.notes : []) {
      if titles.count < 3, !titles.contains(note.title) { titles.append(note.title) }
    }
    return titles.isEmpty ? counts : "\(counts): \(titles.joined(separator: ", "))"
  }
}

extension NetworkOutcome {
  fileprivate var isDone: Bool {
    switch self {
    case .done, .noRemote, .notPushed: true
    case .failed, .keepsMoving, .withheld: false
    }
  }
}
