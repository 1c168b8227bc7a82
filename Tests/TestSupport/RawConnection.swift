private import Foundation
private import Synchronization

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// A connection to a server of this machine, on which anything can be said, or nothing.
///
/// What waits does so on threads of its own: those of tasks are as few as processors, and the server needs them.
package final class RawConnection: Sendable {
  private let socket: Int32
  private let ended = Mutex(false)

  /// - Parameter patience: after so many seconds without a byte, or without room for one, a call gives up.
  package init(to port: Int, patience: Int = 60) throws {
    socket = makeStreamSocket()
    var time = timeval(tv_sec: patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = loopback(UInt16(truncatingIfNeeded: port))
    let socket = socket
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw CocoaError(.fileReadUnknown) }
  }

  deinit { close(socket) }

  /// Whether the other side was seen to end the connection.
  package var hasEnded: Bool { ended.withLock { $0 } }

  /// Whether the other side has ended the connection by now; takes nothing of what came.
  package var isEndedNow: Bool {
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || count < 0 && errno == ECONNRESET
  }

  /// Gives back how many bytes went out.
  @discardableResult
  package func send(_ bytes: [UInt8]) async -> Int { await onOwnThread { self.sendAll(bytes) } }

  @discardableResult
  package func send(_ text: String) async -> Int { await send(Array(text.utf8)) }

  /// Sends a text, and gives back all that comes until the other side ends, or `mark` was there.
  @discardableResult
  package func ask(_ text: String, until mark: String? = nil) async -> String {
    await send(text)
    return await receive(until: mark)
  }

  /// All that comes until the other side ends, or `mark` was there.
  package func receive(until mark: String? = nil) async -> String {
    await onOwnThread { self.receiveAll(until: mark) }
  }

  private func sendAll(_ bytes: [UInt8]) -> Int {
    var sent = 0
    while sent < bytes.count {
      let result = bytes.withUnsafeBytes {
        systemSend(socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      guard result > 0 else { break }
      sent += result
    }
    return sent
  }

  private func receiveAll(until mark: String?) -> String {
    var (text, piece) = ("", [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = recv(socket, &piece, piece.count, 0)
      guard count > 0 else {
        let isEnd = count == 0 || errno == ECONNRESET
        ended.withLock { $0 = isEnd }
        return text
      }
      text += String(decoding: piece[..<count], as: UTF8.self)
      if let mark, text.contains(mark) { return text }
    }
  }
}

private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  send(socket, bytes, count, Int32(MSG_NOSIGNAL))
}

package func makeStreamSocket() -> Int32 { socket(AF_INET, streamKind, 0) }

/// Closed in programs that other threads start meanwhile, where the system can say so at once.
private var streamKind: Int32 {
  #if canImport(Darwin)
    SOCK_STREAM
  #else
    Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  #endif
}

/// A socket that listens on a free port of this machine.
package func listenOnLoopback() throws -> (socket: Int32, port: Int) {
  let listener = makeStreamSocket()
  _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
  var address = loopback(0)
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let port = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int in
      guard bind(listener, pointer, length) == 0, listen(listener, 64) == 0,
        getsockname(listener, pointer, &length) == 0
      else { return 0 }
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        Int(UInt16(bigEndian: $0.pointee.sin_port))
      }
    }
  }
  guard port > 0 else { throw CommandFailure(description: "no free port") }
  return (listener, port)
}

package func loopback(_ port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  return address
}
