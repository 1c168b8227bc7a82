import Foundation
import Synchronization
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Stands between a client and a server of this machine, and breaks connections after so many bytes.
final class CuttingProxy: Sendable {
  let port: Int
  private let listener: Int32
  private let target: Int
  /// Of the connections to come, in both directions together; afterwards none is broken.
  private let limits: Mutex<[Int]>

  init(to target: Int, limits: [Int]) throws {
    self.target = target
    self.limits = Mutex(limits)
    (listener, port) = try listenOnLoopback()
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// How many of the limits were used up.
  var unusedLimits: Int { limits.withLock { $0.count } }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func acceptAll() {
    while true {
      let near = accept(listener, nil, nil)
      guard near >= 0 else { return }
      let far = makeStreamSocket()
      var address = loopback(UInt16(truncatingIfNeeded: target))
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(far, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      let limit = limits.withLock { $0.isEmpty ? Int.max : $0.removeFirst() }
      guard result == 0 else { return }
      let pipe = Pipe(near: near, far: far, left: limit)
      Thread.detachNewThread { pipe.pump(from: near, to: far) }
      Thread.detachNewThread { pipe.pump(from: far, to: near) }
    }
  }

  /// Both directions of one connection; closed when both have ended.
  private final class Pipe: Sendable {
    private let near: Int32
    private let far: Int32
    private let left: Mutex<Int>

    init(near: Int32, far: Int32, left: Int) {
      (self.near, self.far) = (near, far)
      self.left = Mutex(left)
    }

    deinit {
      close(near)
      close(far)
    }

    func pump(from source: Int32, to target: Int32) {
      var piece = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = recv(source, &piece, piece.count, 0)
        guard count > 0 else { break }
        let allowed = left.withLock { left in
          let allowed = min(left, count)
          left -= allowed
          return allowed
        }
        var sent = 0
        while sent < allowed {
          let result = piece.withUnsafeBytes {
            send(target, $0.baseAddress.map { $0 + sent }, allowed - sent, Int32(MSG_NOSIGNAL))
          }
          guard result > 0 else { break }
          sent += result
        }
        if allowed < count {
          shutdown(near, Int32(SHUT_RDWR))
          shutdown(far, Int32(SHUT_RDWR))
          return
        }
      }
      shutdown(target, Int32(SHUT_WR))
    }
  }
}
