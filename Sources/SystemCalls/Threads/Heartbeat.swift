#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Sets the modification time of a file every half second until the process ends.
///
/// Shows later when a killed process was last alive.
package final class Heartbeat {
  /// Milliseconds.
  private static let pause: Int32 = 500

  private var thread: pthread_t?
  private let line: SocketPair

  package init(of path: String) throws(SystemError) {
    line = try SocketPair()
    let work = Unmanaged.passRetained(Work(path: path, line: line.far))
    #if canImport(Darwin)
      var made: pthread_t?
    #else
      var made = pthread_t()
    #endif
    let result = pthread_create(&made, nil, { Heartbeat.run($0) }, work.toOpaque())
    guard result == 0 else {
      work.release()
      line.closeNear()
      line.closeFar()
      throw SystemError(result, .start)
    }
    thread = made
  }

  deinit { end() }

  /// Returns after the last update.
  func end() {
    guard let thread else { return }
    self.thread = nil
    line.closeNear()
    pthread_join(thread, nil)
    line.closeFar()
  }

  private final class Work {
    let path: String
    let line: Int32

    init(path: String, line: Int32) {
      self.path = path
      self.line = line
    }
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
    repeat {
      _ = utimensat(AT_FDCWD, work.path, nil, 0)
      var wanted = pollfd(fd: work.line, events: Int16(POLLIN), revents: 0)
      let result = poll(&wanted, 1, pause)
      // Readable: the other end was closed.
      if result > 0 || result < 0 && errno != EINTR { return nil }
    } while true
  }
}
