#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension SocketChannel {
  /// Connects to a host over TCP; tries its addresses one after the other.
  ///
  /// The system's resolver decides how long the lookup takes.
  ///
  /// - Parameter connectTimeout: milliseconds per address.
  /// - Throws: the error of the last address, or the resolver's message.
  package static func connect(
    host: String, port: String, connectTimeout: Int, timeouts: SocketTimeouts
  ) throws(SocketFailure) -> SocketChannel {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamKind
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, port, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard result == 0 else {
      throw .unknownHost("\(host): \(String(cString: gai_strerror(result)))")
    }
    var failure = SocketFailure.system(SystemError(EHOSTUNREACH, .connect))
    var next = list
    while let address = next?.pointee {
      next = address.ai_next
      do throws(SocketFailure) {
        let descriptor = try open(
          address, limit: connectTimeout, shouldContinue: timeouts.shouldContinue)
        return SocketChannel(descriptor: descriptor, timeouts: timeouts)
      } catch {
        failure = error
        if error == .cancelled { break }
      }
    }
    throw failure
  }

  private static func open(
    _ address: addrinfo, limit: Int, shouldContinue: () -> Bool
  ) throws(SocketFailure) -> Int32 {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { throw .system(SystemError(last: .connect)) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    do throws(SocketFailure) {
      if systemConnect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
        guard errno == EINPROGRESS || errno == EINTR else {
          throw .system(SystemError(last: .connect))
        }
        try waitUntilConnected(descriptor, limit: limit, shouldContinue: shouldContinue)
      }
    } catch {
      _ = systemClose(descriptor)
      throw error
    }
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
  }

  private static func waitUntilConnected(
    _ descriptor: Int32, limit: Int, shouldContinue: () -> Bool
  ) throws(SocketFailure) {
    var waited = 0
    while true {
      var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let step = max(1, min(100, limit - waited))
      let count = poll(&polled, 1, Int32(step))
      if count > 0 { break }
      guard shouldContinue() else { throw .cancelled }
      if count == 0 { waited += step }
      guard waited < limit else { throw .timeout }
    }
    var number: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
    guard number == 0 else { throw .system(SystemError(number, .connect)) }
  }

  #if canImport(Darwin)
    private static let streamKind = SOCK_STREAM
  #else
    private static let streamKind = Int32(SOCK_STREAM.rawValue)
  #endif
}

// Inside types this name is their own.
func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t
) -> Int32 {
  connect(descriptor, address, size)
}
