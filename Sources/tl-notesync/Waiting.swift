internal import Dispatch

/// Runs asynchronous work and blocks this thread until its end.
func waiting<Result>(for body: @escaping () async throws -> Result) throws -> Result {
  let end = End<Result>()
  let semaphore = DispatchSemaphore(value: 0)
  // This thread is blocked until then, so only one thread uses the values of the body.
  nonisolated(unsafe) let work = body
  Task.detached {
    do { end.result = .success(try await work()) } catch { end.result = .failure(error) }
    semaphore.signal()
  }
  semaphore.wait()
  guard let result = end.result else { throw CancellationError() }
  return try result.get()
}

// Written before the signal and read after it.
private final class End<Value>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}
