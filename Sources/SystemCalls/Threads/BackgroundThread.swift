#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A thread for work that waits for long, which would hold up a pool of threads.
package final class BackgroundThread: Sendable {
  #if canImport(Darwin)
    // Never changes, and only `join` uses it.
    nonisolated(unsafe) private let thread: pthread_t
  #else
    private let thread: pthread_t
  #endif

  /// - Throws: if the system has no more threads.
  package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var made: pthread_t?
    #else
      var made = pthread_t()
    #endif
    let result = pthread_create(&made, nil, { Work.run($0) }, work.toOpaque())
    guard result == 0 else {
      work.release()
      throw SystemError(result, .start)
    }
    #if canImport(Darwin)
      guard let made else { throw SystemError(EAGAIN, .start) }
    #endif
    thread = made
  }

  /// Waits for its end; called once, by another thread.
  package func join() {
    pthread_join(thread, nil)
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context else { return nil }
      Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      return nil
    }
  }
}
