internal import Dispatch

/// A thread's worth of work that waits: files, databases, passwords; one piece after the other.
struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  init(_ name: String) {
    queue = DispatchQueue(label: "tl-notesync.\(name)")
  }

  func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}
