internal import Dispatch

/// Runs blocking work, such as file and database access, one item after the other.
package struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  package init(_ name: String) {
    queue = DispatchQueue(label: name)
  }

  package func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}
