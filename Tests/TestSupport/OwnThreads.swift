private import Foundation

/// Runs tasks on threads of their own, beside those that all tests share.
///
/// The shared ones are as few as processors. Where thousands of tests wait for them, each `await` can take minutes,
/// and a program that a test has started would reach its deadline meanwhile.
private final class OwnThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Runs `body`, and what it awaits, without waiting for other tests.
package func withOwnThreads<Result: Sendable>(
  _ body: @Sendable () async throws -> Result
) async rethrows -> Result {
  try await withTaskExecutorPreference(OwnThreads()) { try await body() }
}

/// Runs `body`, which waits for something without `await`, while the shared threads go on.
package func onOwnThread<Result: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
  let result = await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(returning: Swift.Result { () throws(Failure) in try body() })
    }
  }
  return try result.get()
}
