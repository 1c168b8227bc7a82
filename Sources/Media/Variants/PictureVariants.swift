package import SystemCalls

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

  private let work: VariantWork

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

  /// The running workers; for tests.
  var workerProcesses: Set<Int32> { work.processes }

  /// The pictures that wait or are worked on; for tests.
  var pictureCount: Int { work.pictureCount }
}
