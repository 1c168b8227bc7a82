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
