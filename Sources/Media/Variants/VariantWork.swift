package import SystemCalls

/// The queue of `PictureVariants` and the threads that work on it.
final class VariantWork: Sendable {
  let cache: VariantCache
  private let settings: PictureVariants.Settings
  private let state = Monitor(State())

  /// Milliseconds until a program that did not start is tried again.
  private static let pauseAfterFailedStart: Int64 = 30_000

  private struct State {
    var queue = VariantQueue<PictureVariants.Waiter>()
    var failures = RememberedFailures()
    var threads = 0
    var processes: Set<Int32> = []
    var lastID: UInt64 = 0
    /// The time of the monotonic clock before which no worker is started.
    var startsAgain: Int64 = 0
    var isClosed = false
  }

  init(_ cache: VariantCache, _ settings: PictureVariants.Settings) {
    self.cache = cache
    self.settings = settings
  }

  func makeID() -> UInt64 {
    state.change { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// The running workers; for tests.
  var processes: Set<Int32> { state.change { $0.processes } }
  /// The pictures that wait or are worked on; for tests.
  var pictureCount: Int { state.change { $0.queue.pictures.count } }

  // MARK: - Requests

  /// Answers at once from the cache or with a known failure; otherwise another thread does it later.
  func request(
    _ edge: VariantEdge, of hash: ContentHash, _ urgency: PictureVariants.Urgency, id: UInt64,
    _ waiter: PictureVariants.Waiter
  ) {
    if let variant = cache.variant(edge, of: hash) { return waiter.completion(.success(variant)) }
    let failure = state.change { state -> VariantFailure? in
      if state.isClosed { return .cancelled }
      if let known = state.failures[hash] { return known }
      let mayStart = MonotonicClock.nanoseconds() >= state.startsAgain
      guard settings.program != nil, mayStart, hasThread(&state) else { return .noWorker }
      return state.queue.add(waiter, id: id, edge, of: hash, urgency) ? nil : .busy
    }
    if let failure { waiter.completion(.failure(failure)) }
  }

  func cancel(_ id: UInt64, of hash: ContentHash) {
    let waiter = state.change { $0.queue.remove(id, of: hash) }
    waiter?.completion(.failure(.cancelled))
  }

  func close() {
    let waiters = state.change { state in
      state.isClosed = true
      return state.queue.removeAll()
    }
    for waiter in waiters { waiter.completion(.failure(.cancelled)) }
  }

  /// Starts the threads, as far as the system has them.
  private func hasThread(_ state: inout State) -> Bool {
    while state.threads < max(1, settings.workers) {
      guard (try? BackgroundThread { self.run() }) != nil else { break }
      state.threads += 1
    }
    return state.threads > 0
  }

  // MARK: - Work

  private enum Step {
    case picture(ContentHash, PictureVariants.Waiter)
    case end
  }

  private func run() {
    var worker: MediaWorker?
    while true {
      let step = state.wait(milliseconds: worker == nil ? nil : settings.idleTime) {
        state -> Step? in
        if state.isClosed { return .end }
        return state.queue.next().flatMap { hash in
          state.queue.pictures[hash]?.waiters.first.map { .picture(hash, $0.waiter) }
        }
      }
      switch step {
      case .picture(let hash, let first): make(hash, first, &worker)
      case .end: return end(&worker)
      case nil: end(&worker)
      }
    }
  }

  private func make(
    _ hash: ContentHash, _ first: PictureVariants.Waiter, _ worker: inout MediaWorker?
  ) {
    var made: [VariantEdge: Variant] = [:]
    var failure: VariantFailure?
    do throws(VariantFailure) {
      try make(first, &worker) { edge, variant in
        cache.store(variant, edge, of: hash)
        made[edge] = variant
        let waiters = state.change { $0.queue.take(hash, edge, original: variant.facts.size) }
        for waiter in waiters { waiter.completion(.success(variant)) }
      }
    } catch {
      failure = error
      if [.crashed, .timeout, .cancelled].contains(error) { end(&worker) }
    }
    let rest = state.change { state in
      if let failure, failure.isOfPicture { state.failures.add(failure, hash) }
      return state.queue.finish(hash)
    }
    for (edge, waiter) in rest {
      // Came when the variant was already there.
      let late = made.values.first.flatMap { made[edge.standIn(for: $0.facts.size)] }
      waiter.completion(late.map { .success($0) } ?? .failure(failure ?? .crashed))
    }
  }

  private func make(
    _ first: PictureVariants.Waiter, _ worker: inout MediaWorker?,
    onVariant: (VariantEdge, Variant) -> Void
  ) throws(VariantFailure) {
    guard let file = try? first.open(), (try? file.status())?.kind == .file,
      let format = (try? MediaType(of: ByteSource(file.duplicated())))?.format
    else { throw .unreadable }
    guard WorkerMessage.formats.contains(format) else { throw .unsupported }
    let running: MediaWorker
    if let worker { running = worker } else { running = try start() }
    worker = running
    guard running.formats.contains(format) else { throw .unsupported }
    try running.make(file, patience: settings.patience, onVariant: onVariant)
  }

  private func start() throws(VariantFailure) -> MediaWorker {
    let mayStart = state.change { MonotonicClock.nanoseconds() >= $0.startsAgain }
    guard let program = settings.program, mayStart else { throw .noWorker }
    do throws(VariantFailure) {
      let worker = try MediaWorker(program, patience: settings.patience) { [state] in
        // Looks without waking those who wait.
        state.wait(milliseconds: 0) { !$0.isClosed } ?? false
      }
      state.change { _ = $0.processes.insert(worker.pid) }
      return worker
    } catch {
      let next = MonotonicClock.nanoseconds() + Self.pauseAfterFailedStart * 1_000_000
      state.change { $0.startsAgain = next }
      throw error
    }
  }

  private func end(_ worker: inout MediaWorker?) {
    guard let pid = worker?.pid else { return }
    worker = nil
    state.change { _ = $0.processes.remove(pid) }
  }
}

/// Variants of pictures, from the cache or made by tl-media.
///
/// May be used from any thread. Workers are started when they are first needed, and ended when nothing was to do for a
/// while. One that crashes or takes too long costs the picture that it worked on: the failure is remembered for this
/// picture until the process ends, and the next picture gets a new worker.
package final class PictureVariants: Sendable {
  package typealias Urgency = VariantQueue<Waiter>.Urgency
  package typealias Answer = Result<Variant, VariantFailure>

  package struct Settings: Sendable {
    /// `WorkerProgram.path`; nil if there is none: then there are only originals.
    package var program: String?
    /// How many pictures are worked on at once.
    package var workers = 2
    /// Milliseconds for a picture, and for the start of a worker.
    package var patience = 30_000
    /// Milliseconds after which a worker without work is ended.
    package var idleTime = 60_000

    package init(program: String?) {
      self.program = program
    }
  }

  /// Who waits for a picture.
  package struct Waiter: Sendable {
    let open: @Sendable () throws -> FileDescriptor
    let completion: @Sendable (Answer) -> Void
  }

  let work: VariantWork

  package init(_ cache: VariantCache, _ settings: Settings) {
    work = VariantWork(cache, settings)
  }

  deinit { work.close() }

  /// Ends what is under way; everything that waits is answered with `.cancelled`.
  package func close() { work.close() }

  /// The variant that is shown for this edge, if it is in the cache.
  package func cached(_ edge: VariantEdge, of hash: ContentHash) -> Variant? {
    work.cache.variant(edge, of: hash)
  }

  /// The variant that is shown for this edge.
  ///
  /// A cancelled task throws `.cancelled`; a picture that nobody else waits for is not begun then.
  ///
  /// - Parameters:
  ///   - hash: of the file's content; what is made of the file is kept under it.
  ///   - open: opens the file for reading; called on another thread, and not at all if the variant is in the cache.
  package func variant(
    _ edge: VariantEdge, of hash: ContentHash, urgency: Urgency = .visible,
    open: @escaping @Sendable () throws -> FileDescriptor
  ) async throws(VariantFailure) -> Variant {
    let id = work.makeID()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(open: open) { continuation.resume(returning: $0) }
        work.request(edge, of: hash, urgency, id: id, waiter)
        // Cancelled before there was anything to take out.
        if Task.isCancelled { work.cancel(id, of: hash) }
      }
    } onCancel: {
      work.cancel(id, of: hash)
    }
    return try answer.get()
  }
}

/// The pictures that failed, of which the oldest are forgotten.
struct RememberedFailures {
  static let limit = 10_000

  private var failures: [ContentHash: VariantFailure] = [:]
  /// Each hash once.
  private var order: [ContentHash] = []

  subscript(_ hash: ContentHash) -> VariantFailure? { failures[hash] }

  mutating func add(_ failure: VariantFailure, _ hash: ContentHash) {
    if failures.updateValue(failure, forKey: hash) == nil { order.append(hash) }
    guard order.count > Self.limit else { return }
    let forgotten = order.prefix(Self.limit / 10)
    for hash in forgotten { failures[hash] = nil }
    order.removeFirst(forgotten.count)
  }
}
