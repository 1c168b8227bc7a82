internal import Git
internal import Synchronization
internal import SystemCalls
internal import VaultStore
internal import VaultSync
internal import Words

/// The syncs that are started on the page: one at a time, each on a thread of its own.
///
/// Nobody is waited for while a sync runs: what it asks stays open, it ends without it, and the answers are those of the
/// next one. So no lock is held while a person thinks.
final class SyncJobs: Sendable {
  enum Work: Hashable, Sendable {
    case sync, undo
    case notesync(NotesyncMaintenance.Work)
  }

  enum Outcome: Sendable {
    case done(SyncReport)
    /// The question about the undo is open, or was answered with no.
    case notUndone
    case notesync(NotesyncMaintenance.Outcome)
    case failed(Problem)
  }

  struct Run: Sendable {
    /// From 1.
    var number: Int
    var work: Work
    /// Of this run, and of those that it continues.
    var answers: SyncAnswers
    var progress: TransferProgress?
    /// Asked and not answered, in order.
    var questions: [SyncQuestion] = []
    /// Nil while it runs.
    var outcome: Outcome?
    /// What notesync did after a sync with git.
    var followed: NotesyncMaintenance.Outcome?

    var isRunning: Bool { outcome == nil }
  }

  private struct State {
    var run: Run?
    var isStopping = false
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextListener = 0
  }

  private let state = Mutex(State())
  private let queue = WorkQueue("page-sync")

  /// The run now, or else the last one; nil before the first.
  var run: Run? { state.withLock { $0.run } }

  /// When the last sync with git ended, wherever it was started, in seconds since 1970; and whether one failed after it.
  static func last(in folder: VaultFolder) -> (finished: Int64?, hasFailed: Bool) {
    let record = SyncRecord(of: folder)
    return (record.finished, record.failed != nil)
  }

  /// Differs when the head of a page says something else about the run.
  var tag: String { run.map { "\($0.number).\($0.isRunning).\($0.questions.count)" } ?? "" }

  /// Starts a run, unless one is running.
  ///
  /// - Parameters:
  ///   - continued: the number of the run whose questions are answered; nothing starts unless it is the last.
  ///   - recorder: what notesync changes.
  /// - Returns: whether it was started.
  func start(
    _ work: Work, answers: SyncAnswers = [:], continuing continued: Int? = nil,
    in vault: MaintenanceVault, as recorder: OperationRecorder?
  ) -> Bool {
    let run: Run? = state.withLock { state in
      guard state.run?.isRunning != true, !state.isStopping,
        continued == nil || continued == state.run?.number
      else { return nil }
      let run = Run(number: (state.run?.number ?? 0) + 1, work: work, answers: answers)
      state.run = run
      return run
    }
    guard let run else { return false }
    tell()
    Task { [queue] in
      try? await queue.run { [self] in
        let (outcome, questions) = perform(run, in: vault, as: recorder)
        if run.work == .sync, let notesync = vault.maintenance.notesync, notesync.followsSync {
          let followed = notesync.perform(.sync(allowsDeletions: false), recorder)
          change { $0.followed = followed }
        }
        recorder?.finish()
        change { changed in
          changed.questions = questions
          changed.outcome = outcome
          changed.progress = nil
        }
      }
    }
    return true
  }

  /// Cancels transfers; a run ends at its next step with the network.
  func stop() {
    let listeners = state.withLock { state in
      state.isStopping = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  // MARK: - Running

  private func perform(
    _ run: Run, in vault: MaintenanceVault, as recorder: OperationRecorder?
  ) -> (Outcome, [SyncQuestion]) {
    if case .notesync(let work) = run.work {
      guard let notesync = vault.maintenance.notesync else { return (.notesync(.init()), []) }
      return (.notesync(notesync.perform(work, recorder)), [])
    }
    var questions: [SyncQuestion] = []
    let callbacks = SyncCallbacks(
      progress: { [self] in show($0) },
      answer: { question in
        if let answer = run.answers[question] { return answer }
        if !questions.contains(question) { questions.append(question) }
        return nil
      })
    do {
      let synced = try vault.syncing()
      do {
        let report =
          run.work == .undo
          ? try synced.undo(SyncOptions(), callbacks) : try synced.sync(SyncOptions(), callbacks)
        guard let report else { return (.notUndone, questions) }
        if let problem = report.problem(.vault) { synced.saveFailure(problem.message) }
        return (.done(report), questions)
      } catch {
        synced.saveFailure(Problem(error, .vault).message, of: error)
        throw error
      }
    } catch {
      return (.failed(Problem(error, .vault)), questions)
    }
  }

  /// - Returns: false to cancel the transfer.
  private func show(_ progress: TransferProgress) -> Bool {
    let isNews = state.withLock { state in
      let known = state.run?.progress
      state.run?.progress = progress
      return known?.phase != progress.phase || known?.percent != progress.percent
    }
    if isNews { tell() }
    return state.withLock { !$0.isStopping }
  }

  private func change(_ body: (inout Run) -> Void) {
    state.withLock { state in
      if var run = state.run {
        body(&run)
        state.run = run
      }
    }
    tell()
  }

  // MARK: - Telling

  /// An element for each change of the run.
  func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = state.withLock { state in
        state.nextListener += 1
        state.listeners[state.nextListener] = continuation
        return state.nextListener
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
      }
    }
  }

  private func tell() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield() }
  }
}

extension TransferProgress {
  /// Nil if the total is unknown.
  var percent: Int? { total > 0 ? min(100, max(0, Int(100 * Double(done) / Double(total)))) : nil }
}
