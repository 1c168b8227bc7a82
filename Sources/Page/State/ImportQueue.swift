internal import Media
internal import Synchronization
internal import SystemCalls
internal import VaultStore

/// The imports that are carried out: one after the other, whether or not a browser looks on.
///
/// One that is stopped or interrupted leaves what is written; its files wait as before, and the next one goes on.
final class ImportQueue: Sendable {
  struct Options: Hashable, Sendable {
    var grouping = PhotoGrouping.none
    /// Of pictures, in pixels: larger ones get a smaller copy; nil for files as they are.
    var maximumSide: Int?
  }

  /// What an import needs beside its files.
  struct Tools: Sendable {
    var photos: PhotoImport
    /// To which the changes of `photos` belong.
    var operation: OperationRecorder?
    /// The path of tl-media.
    var mediaProgram: String?
  }

  enum Step: Hashable, Sendable {
    /// Another import is carried out before it.
    case waiting
    /// How many of the files are looked at.
    case reading(Int, of: Int)
    /// How many of the notes are written.
    case writing(Int, of: Int)
  }

  enum Outcome: Hashable, Sendable {
    case done(Total)
    /// So many files could not be added.
    case incomplete(failures: Int)
    case failed(String)
    /// By the end of the server.
    case interrupted
    /// By the person.
    case stopped
  }

  struct Total: Hashable, Sendable {
    /// New ones.
    var notes = 0
    var files = 0
    /// Pictures that were to be made smaller, and could not be.
    var asTheyAre = 0
    /// The operation of the vault; nil if nothing was changed.
    var change: Int?
  }

  struct Run: Hashable, Sendable {
    var options: Options
    var step = Step.waiting
    /// Nil while it runs.
    var outcome: Outcome?
    /// Whether it is to end after the notes that are being written.
    var isStopping = false

    var isRunning: Bool { outcome == nil }
  }

  private struct State {
    var runs: [String: Run] = [:]
    /// The ids of `runs`, the oldest first.
    var order: [String] = []
    var isStopping = false
  }

  private let state = Mutex(State())
  private let queue = WorkQueue("page-imports")

  /// How many runs are remembered.
  private static let limit = 64
  /// The files of a group of notes that get smaller copies, each of which takes a while.
  private static let slowBatchFiles = 8

  /// The last run for the files that were sent with an id; nil before the first.
  subscript(id: String) -> Run? { state.withLock { $0.runs[id] } }

  func isRunning(_ id: String) -> Bool { self[id]?.isRunning ?? false }

  /// Starts an import, unless it runs already.
  func start(_ pending: PendingImport, _ options: Options, with tools: Tools) {
    let isStarted = state.withLock { state in
      guard state.runs[pending.id]?.isRunning != true, !state.isStopping else { return false }
      state.order.removeAll { $0 == pending.id }
      state.order.append(pending.id)
      state.runs[pending.id] = Run(options: options)
      while state.order.count > Self.limit {
        guard let oldest = state.order.firstIndex(where: { state.runs[$0]?.isRunning != true })
        else { break }
        state.runs[state.order.remove(at: oldest)] = nil
      }
      return true
    }
    guard isStarted else { return }
    Task { [queue] in
      try? await queue.run { [self] in
        let files = pending.files
        guard let options = begin(pending.id, files: files.count) else { return }
        let outcome: Outcome
        do {
          outcome = try perform(pending, files, options, tools)
        } catch is CancellationError {
          outcome = ended(pending.id)
        } catch let failure as VariantFailure {
          outcome = failure == .cancelled ? ended(pending.id) : .failed(PageWords.noSmallerCopies)
        } catch {
          outcome = .failed(PageProblem(error, changed: tools.operation?.changedBefore).text)
        }
        tools.operation?.finish()
        state.withLock { $0.runs[pending.id]?.outcome = outcome }
      }
    }
  }

  /// Ends the imports after the notes that are being written.
  func stop() { state.withLock { $0.isStopping = true } }

  /// Ends one import: at once if it waits for another one, else after the notes that are being written.
  ///
  /// Does nothing if it does not run.
  func stop(_ id: String) {
    state.withLock { state in
      guard let run = state.runs[id], run.isRunning else { return }
      state.runs[id]?.isStopping = true
      if run.step == .waiting { state.runs[id]?.outcome = .stopped }
    }
  }

  // MARK: - Running

  /// What the run that waits with an id is to do; nil if there is none.
  ///
  /// One that was stopped while it waited, and started again, has its turn twice.
  private func begin(_ id: String, files: Int) -> Options? {
    state.withLock { state in
      guard let run = state.runs[id], run.isRunning, run.step == .waiting else { return nil }
      state.runs[id]?.step = .reading(0, of: files)
      return run.options
    }
  }

  /// Of a run that ended before its end.
  private func ended(_ id: String) -> Outcome {
    self[id]?.isStopping == true ? .stopped : .interrupted
  }

  private func perform(
    _ pending: PendingImport, _ files: [PhotoCollection.File], _ options: Options, _ tools: Tools
  ) throws -> Outcome {
    var read = 0
    let (plan, unreadable) = try tools.photos.plan(
      files, grouping: options.grouping, maximumSide: options.maximumSide
    ) {
      read += 1
      show(.reading(read, of: files.count), pending)
      try checkGoesOn(pending)
    }
    var total = Total()
    let worker = PictureWorker(
      program: tools.mediaProgram, shouldContinue: { [self] in !isStopping(pending) })
    // Before anything is written.
    if plan.makesSmallerCopies { _ = try worker.reads(.jpeg) }
    let copies = options.maximumSide.map { side in
      ImportCopies(side: side, by: worker) { [self] _, _ in
        try checkGoesOn(pending)
        total.asTheyAre += 1
      }
    }
    var (written, failures) = (0, unreadable.count)
    let batches = PhotoImport.batches(
      of: plan.notes, files: plan.makesSmallerCopies ? Self.slowBatchFiles : nil)
    for batch in batches {
      show(.writing(written, of: plan.notes.count), pending)
      try checkGoesOn(pending)
      for (planned, result) in zip(batch, try tools.photos.carryOut(batch, copies: copies)) {
        failures += result.problems.count
        guard let note = planned.with(result) else { continue }
        total.notes += note.isNew ? 1 : 0
        total.files += note.media.count
      }
      written += batch.count
    }
    guard failures == 0 else { return .incomplete(failures: failures) }
    try pending.remove()
    total.change = tools.operation?.number
    return .done(total)
  }

  private func isStopping(_ pending: PendingImport) -> Bool {
    state.withLock { $0.isStopping || $0.runs[pending.id]?.isStopping == true }
  }

  private func checkGoesOn(_ pending: PendingImport) throws {
    if isStopping(pending) { throw CancellationError() }
  }

  private func show(_ step: Step, _ pending: PendingImport) {
    state.withLock { $0.runs[pending.id]?.step = step }
  }
}
