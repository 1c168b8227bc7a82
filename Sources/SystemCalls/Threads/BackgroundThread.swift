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

/// Sets the modification time of a file every half second until the process ends.
///
/// Shows later when a killed process was last alive.
package final class Heartbeat {
  /// Milliseconds.
  private static let pause: Int32 = 500

  private var thread: BackgroundThread?
  private let line: SocketPair

  package init(of path: String) throws(SystemError) {
    let line = try SocketPair()
    self.line = line
    do throws(SystemError) {
      thread = try BackgroundThread { Self.update(path, until: line.far) }
    } catch {
      line.closeNear()
      line.closeFar()
      throw error
    }
  }

  deinit { end() }

  /// Returns after the last update.
  func end() {
    guard let thread else { return }
    self.thread = nil
    line.closeNear()
    thread.join()
    line.closeFar()
  }

  private static func update(_ path: String, until line: Int32) {
    repeat {
      _ = utimensat(AT_FDCWD, path, nil, 0)
      var wanted = pollfd(fd: line, events: Int16(POLLIN), revents: 0)
      let result = poll(&wanted, 1, pause)
      // Readable: the other end was closed.
      if result > 0 || result < 0 && errno != EINTR { return }
    } while true
  }
}
