#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Both directions of a connection over one socket, with timeouts.
///
/// While a write waits, arriving bytes are buffered for later reads, so that two sides that both write first do not
/// block each other. A second descriptor can carry a program's standard error: it is read during every wait, and its
/// last 2 KiB are kept.
package final class SocketChannel {
  /// The longest single wait in milliseconds; `shouldContinue` is called in between.
  private static let tick = 100
  /// The limit of the buffer for later reads, in bytes.
  private static let bufferLimit = 16 << 20

  private(set) var descriptor: Int32
  private var errorDescriptor: Int32?
  package var timeouts: SocketTimeouts
  private var hasReceived = false
  private var buffered: [UInt8] = []
  private var bufferedStart = 0
  /// Called with bytes of standard error as they arrive.
  var onErrorOutput: ((ArraySlice<UInt8>) -> Void)?
  /// The end of standard error.
  package private(set) var errorOutput = TextTail()

  /// Takes ownership of the descriptors and makes them non-blocking.
  init(descriptor: Int32, errorOutput errorDescriptor: Int32? = nil, timeouts: SocketTimeouts) {
    self.descriptor = descriptor
    self.errorDescriptor = errorDescriptor
    self.timeouts = timeouts
    for each in [descriptor, errorDescriptor ?? -1] where each >= 0 {
      _ = fcntl(each, F_SETFL, fcntl(each, F_GETFL) | O_NONBLOCK)
    }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { _ = systemClose(descriptor) }
    if let errorDescriptor { _ = systemClose(errorDescriptor) }
    descriptor = -1
    errorDescriptor = nil
  }

  /// Ends sending; the other side sees the end of the data.
  func endOutput() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  func endInput() {
    _ = shutdown(descriptor, Int32(SHUT_RD))
  }

  /// Waits until there is something to read.
  ///
  /// - Returns: how many bytes were put into `buffer`; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SocketFailure) -> Int {
    if bufferedStart < buffered.count { return takeBuffered(into: buffer) }
    while true {
      if let count = try receive(into: buffer) { return count }
      _ = try wait(for: Int16(POLLIN))
    }
  }

  /// Waits until there is something to read or the other side has closed.
  package func waitForInput() throws(SocketFailure) {
    _ = try wait(for: Int16(POLLIN))
  }

  /// Whether the other side has closed; bytes that it sent before may still be unread.
  package var isAbandoned: Bool {
    var polled = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// Whether there are bytes to read without waiting.
  package var hasInput: Bool {
    var byte: UInt8 = 0
    return bufferedStart < buffered.count || recv(descriptor, &byte, 1, Int32(MSG_PEEK)) > 0
  }

  /// Waits until there is something to read; empty at the end.
  package func read() throws(SocketFailure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = try buffer.withUnsafeMutableBufferPointer { bytes throws(SocketFailure) in
      try read(into: UnsafeMutableRawBufferPointer(bytes))
    }
    return Array(buffer[..<count])
  }

  package func write(_ bytes: [UInt8]) throws(SocketFailure) {
    try bytes.withUnsafeBufferPointer { bytes throws(SocketFailure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Waits until all of `bytes` is sent.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SocketFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = send(descriptor, rest.baseAddress, rest.count, Self.sendFlags)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        let mayBuffer = buffered.count - bufferedStart < Self.bufferLimit
        let events = try wait(for: Int16(POLLOUT) | (mayBuffer ? Int16(POLLIN) : 0))
        if events & Int16(POLLIN) != 0 { try bufferArrived() }
      } else if errno != EINTR {
        throw Self.failure(errno)
      }
    }
  }

  /// Reads the available standard error without waiting.
  func readErrorOutput() {
    guard let errorDescriptor else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = systemRead(errorDescriptor, &buffer)
      if count > 0 {
        errorOutput.append(buffer[..<count])
        onErrorOutput?(buffer[..<count])
      } else if count < 0, errno == EINTR {
        continue
      } else {
        // At its end it would always be ready.
        if count == 0 || errno != EAGAIN {
          _ = systemClose(errorDescriptor)
          self.errorDescriptor = nil
        }
        return
      }
    }
  }

  /// Nil if there is nothing to read yet.
  private func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SocketFailure) -> Int? {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count >= 0 {
        hasReceived = true
        return count
      }
      if errno == EAGAIN || errno == EWOULDBLOCK { return nil }
      if errno != EINTR { throw Self.failure(errno) }
    }
  }

  private func bufferArrived() throws(SocketFailure) {
    if bufferedStart == buffered.count {
      buffered.removeAll(keepingCapacity: true)
      bufferedStart = 0
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let received = try buffer.withUnsafeMutableBufferPointer { bytes throws(SocketFailure) in
      try receive(into: UnsafeMutableRawBufferPointer(bytes))
    }
    guard let count = received else { return }
    // Readable without bytes: the other side has closed, and takes no more either.
    guard count > 0 else { throw .closed }
    buffered += buffer[..<count]
  }

  private func takeBuffered(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, buffered.count - bufferedStart)
    buffer.copyBytes(from: buffered[bufferedStart..<bufferedStart + count])
    bufferedStart += count
    return count
  }

  /// - Returns: those of `events` that are ready, or that the other side has closed.
  func wait(for events: Int16) throws(SocketFailure) -> Int16 {
    let limit = hasReceived ? timeouts.idle : timeouts.first
    var waited = 0
    while true {
      var polled = [
        pollfd(fd: descriptor, events: events, revents: 0),
        pollfd(fd: errorDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let step = max(1, min(Self.tick, limit - waited))
      let count = poll(&polled, 2, Int32(step))
      if count < 0, errno != EINTR { throw .system(SystemError(last: .connect)) }
      if count > 0, polled[1].revents != 0 {
        readErrorOutput()
        waited = 0
      }
      if count > 0, polled[0].revents != 0 { return polled[0].revents }
      guard timeouts.shouldContinue() else { throw .cancelled }
      if count == 0 { waited += step }
      guard waited < limit else { throw .timeout }
    }
  }

  static func failure(_ number: Int32) -> SocketFailure {
    [EPIPE, ECONNRESET, ENOTCONN].contains(number)
      ? .closed : .system(SystemError(number, .connect))
  }

  /// No signal if the other side has closed; on Darwin that is an option of the socket.
  #if canImport(Darwin)
    static let sendFlags: Int32 = 0
  #else
    static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif
}

// Inside the class these names are its own.
func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

/// Why a connection over a socket failed or ended.
package enum SocketFailure: Error, Hashable {
  /// Nothing could be read or written within the timeout.
  case timeout
  case cancelled
  /// The other side has closed it.
  case closed
  /// The host, and the resolver's message.
  case unknownHost(String)
  case system(SystemError)
}

package struct SocketTimeouts {
  /// Milliseconds until the first byte, in which a user may have to type a password.
  package var first: Int
  /// Milliseconds without a byte in either direction.
  package var idle: Int
  /// Called several times a second while nothing happens; false ends the wait.
  package var shouldContinue: () -> Bool

  /// - Parameter first: `idle` if nil.
  package init(
    first: Int? = nil, idle: Int, shouldContinue: @escaping () -> Bool = { true }
  ) {
    self.first = first ?? idle
    self.idle = idle
    self.shouldContinue = shouldContinue
  }
}

/// The last two kilobytes of the messages of a program or a server.
package struct TextTail {
  /// The most bytes that are kept.
  package static let limit = 2048

  private var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ more: some Collection<UInt8>) {
    bytes += more.suffix(Self.limit)
    if bytes.count > Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
  }

  /// Without white space at both ends; may contain control characters.
  package var text: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
