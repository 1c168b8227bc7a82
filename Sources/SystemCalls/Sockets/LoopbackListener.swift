#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Listens on a loopback address for the browser's redirect from a sign-in page.
package final class LoopbackListener {
  /// Chosen by the system.
  package let port: UInt16
  private let listener: Int32

  /// The number of bytes of a request that are read.
  private static let requestLimit = 16_384

  package init() throws(SystemError) {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #endif
    let listener = socket(AF_INET, kind, 0)
    self.listener = listener
    guard listener >= 0 else { throw SystemError(last: .connect) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isListening else { throw SystemError(last: .connect) }
  }

  deinit { close(listener) }

  /// Waits for a request to `path` and answers it; others are answered with 404.
  ///
  /// - Parameter shouldContinue: called several times a second; false ends the wait.
  /// - Returns: the request's query, undecoded; nil at the end of the wait.
  package func query(to path: String, whileTrue shouldContinue: () -> Bool) -> String? {
    while shouldContinue() {
      var polled = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 200) > 0 else { continue }
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      defer { close(connection) }
      guard let target = Self.target(connection) else { continue }
      let parts = target.split(separator: "?", maxSplits: 1)
      let isWanted = parts.first.map(String.init) == path
      Self.answer(connection, isWanted)
      if isWanted { return parts.count > 1 ? String(parts[1]) : "" }
    }
    return nil
  }

  /// The path and query of a GET request; nil for anything else.
  private static func target(_ connection: Int32) -> String? {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < requestLimit {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      if bytes.contains(UInt8(ascii: "\n")) { break }
    }
    let line = String(decoding: bytes.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    let words = line.split(separator: " ")
    return words.count == 3 && words[0] == "GET" ? String(words[1]) : nil
  }

  private static func answer(_ connection: Int32, _ isWanted: Bool) {
    let words = isWanted ? "Go back to the terminal; this page can be closed." : "Nothing is here."
    let page = "<!DOCTYPE html><meta charset=utf-8><title>tl</title><p>\(words)</p>\n"
    let head = [
      "HTTP/1.1 \(isWanted ? "200 OK" : "404 Not Found")", "Content-Type: text/html; charset=utf-8",
      "Content-Length: \(page.utf8.count)", "Cache-Control: no-store", "Connection: close", "", "",
    ]
    let bytes = Array((head.joined(separator: "\r\n") + page).utf8)
    _ = bytes.withUnsafeBytes {
      send(connection, $0.baseAddress, $0.count, SocketChannel.sendFlags)
    }
  }
}
