internal import Dispatch

/// Runs asynchronous work and waits for its end, on a thread that has nothing else to do.
func waiting<Result>(for body: @escaping () async throws -> Result) throws -> Result {
  let end = End<Result>()
  let semaphore = DispatchSemaphore(value: 0)
  // This thread does nothing until the work is done, so that only one uses what the body holds.
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
