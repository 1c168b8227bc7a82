internal import CommandLineTool
internal import Dispatch
private import Synchronization
internal import SystemCalls
internal import WebServer

/// Runs asynchronous work and blocks this thread until its end.
///
/// - Parameter executor: nil: the threads that all tasks share.
func waiting<Value>(
  on executor: (any TaskExecutor)? = nil, for body: @escaping () async throws -> Value
) throws -> Value {
  let semaphore = DispatchSemaphore(value: 0)
  defer { withExtendedLifetime(executor) {} }
  // This thread is blocked until then, so only one thread uses the values of the body.
  nonisolated(unsafe) let work = body
  // Written before the signal and read after it.
  nonisolated(unsafe) var result: Result<Value, any Error>?
  Task.detached(executorPreference: executor) {
    do { result = .success(try await work()) } catch { result = .failure(error) }
    semaphore.signal()
  }
  semaphore.wait()
  guard let result else { throw CancellationError() }
  return try result.get()
}

/// A thread for tasks that read and hash many files: the shared ones, as few as there are processors, answer requests.
final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "own-thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs a server until it ends by itself or Ctrl-C; a cancelled server answers the requests that run.
func untilInterrupted(_ serve: @escaping @Sendable () async throws -> Void) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await serve() }
    group.addTask {
      while !Interruption.isAsked { try await Task.sleep(for: .milliseconds(100)) }
    }
    try await group.next()
    group.cancelAll()
    while (try? await group.next()) != nil {}
  }
}

/// A console for the server's threads, guarded by `turn`.
final class SharedConsole: @unchecked Sendable {
  private let console: Console
  private let turn = Mutex(())

  init(_ console: Console) {
    self.console = console
  }

  func use(_ body: (Console) -> Void) {
    turn.withLock { _ in body(console) }
  }
}

extension Console {
  /// Prints an address, on a terminal below its QR code.
  func lineWithCode(_ address: String) throws {
    if outputIsTerminal, let code = QRCode(address) {
      // White on black, whatever the terminal's colours are.
      for line in code.lines { try self.line("\u{1B}[97;40m\(line)\u{1B}[0m") }
    }
    try line(address)
  }
}
