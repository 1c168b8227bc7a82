#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Two connected sockets, both closed on exec.
struct SocketPair {
  let near: Int32
  let far: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let result = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let result = socketpair(AF_UNIX, kind, 0, &ends)
    #endif
    guard result == 0 else { throw SystemError(last: .connect) }
    near = ends[0]
    far = ends[1]
  }

  func closeNear() { close(near) }

  func closeFar() { close(far) }
}
