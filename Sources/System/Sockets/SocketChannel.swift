#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Why a conversation over a socket ended.
package enum SocketFailure: Error, Hashable {
  /// Nothing came, or could be sent, for as long as one waits.
  case timeLimit
  case cancelled
  /// The other side is gone.
  case closed
  case system(SystemError)
}

/// How long to wait for the other side of a socket.
package struct WaitLimits {
  /// Milliseconds until the first byte comes; people may have to type a password meanwhile.
  package var first: Int
  /// Milliseconds without a byte in either direction.
  package var idle: Int
  /// Asked several times a second while nothing happens; false ends the wait.
  package var goesOn: () -> Bool

  package init(first: Int, idle: Int, goesOn: @escaping () -> Bool = { true }) {
    self.first = first
    self.idle = idle
    self.goesOn = goesOn
  }
}

/// Both directions of a conversation over one socket, with limits to the waiting.
///
/// While a write has to wait, what arrives is kept for later reads, so that two sides that both
/// write first do not block each other. A second descriptor can carry what the other side has to
/// say to people (a program's standard error): it is read whenever one waits, and its end is kept.
package final class SocketChannel {
  /// How long the longest single wait lasts, in milliseconds; in between `goesOn` is asked.
  private static let tick = 100
  /// What is kept for later reads while a write waits, in bytes.
  private static let mostKept = 16 << 20

  private var descriptor: Int32
  private var talkDescriptor: Int32?
  package var limits: WaitLimits
  private var hasHeard = false
  private var kept: [UInt8] = []
  private var keptStart = 0
  /// Told of what comes over the second descriptor, as it comes.
  var hear: ((ArraySlice<UInt8>) -> Void)?
  /// The end of what came over it.
  package private(set) var talk = TextTail()

  /// Takes the descriptors over, and makes them return at once where they would have to wait.
  init(descriptor: Int32, talk talkDescriptor: Int32? = nil, limits: WaitLimits) {
    self.descriptor = descriptor
    self.talkDescriptor = talkDescriptor
    self.limits = limits
    for each in [descriptor, talkDescriptor ?? -1] where each >= 0 {
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
    if let talkDescriptor { _ = systemClose(talkDescriptor) }
    descriptor = -1
    talkDescriptor = nil
  }

  /// Tells the other side that nothing more will come.
  func endOutput() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Tells the other side that nothing more is read.
  func endInput() {
    _ = shutdown(descriptor, Int32(SHUT_RD))
  }

  /// Waits until there is something to read.
  ///
  /// - Returns: how many bytes were put into `buffer`; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SocketFailure) -> Int {
    if keptStart < kept.count { return takeKept(into: buffer) }
    while true {
      if let count = try receive(into: buffer) { return count }
      _ = try wait(for: Int16(POLLIN))
    }
  }

  /// Waits until there is something to read, or the other side is gone.
  package func waitForInput() throws(SocketFailure) {
    _ = try wait(for: Int16(POLLIN))
  }

  /// Whether the other side is gone; what it sent before may still be there to read.
  package var isAbandoned: Bool {
    var polled = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// Whether there are bytes to read without waiting.
  package var hasInput: Bool {
    var byte: UInt8 = 0
    return keptStart < kept.count || recv(descriptor, &byte, 1, Int32(MSG_PEEK)) > 0
  }

  /// Waits until there is something to read; empty at the end.
  package func read() throws(SocketFailure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let outcome = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(SocketFailure) in try read(into: bytes) }
    }
    return Array(buffer[..<(try outcome.get())])
  }

  package func write(_ bytes: [UInt8]) throws(SocketFailure) {
    let outcome = bytes.withUnsafeBytes { bytes in
      Result { () throws(SocketFailure) in try write(bytes) }
    }
    try outcome.get()
  }

  /// Waits until all of `bytes` is on its way.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SocketFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = send(descriptor, rest.baseAddress, rest.count, Self.sendFlags)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        let mayKeep = kept.count - keptStart < Self.mostKept
        let events = try wait(for: Int16(POLLOUT) | (mayKeep ? Int16(POLLIN) : 0))
        if events & Int16(POLLIN) != 0 { try keepArrived() }
      } else if errno != EINTR {
        throw Self.failure(errno)
      }
    }
  }

  /// Reads what there is on the second descriptor, without waiting.
  func readTalk() {
    guard let talkDescriptor else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = systemRead(talkDescriptor, &buffer)
      if count > 0 {
        talk.append(buffer[..<count])
        hear?(buffer[..<count])
      } else if count < 0, errno == EINTR {
        continue
      } else {
        // At its end it would be ready for ever.
        if count == 0 || errno != EAGAIN { endTalk() }
        return
      }
    }
  }

  private func endTalk() {
    if let talkDescriptor { _ = systemClose(talkDescriptor) }
    talkDescriptor = nil
  }

  /// Nil where there is nothing to read yet.
  private func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SocketFailure) -> Int? {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count >= 0 {
        hasHeard = true
        return count
      }
      if errno == EAGAIN || errno == EWOULDBLOCK { return nil }
      if errno != EINTR { throw Self.failure(errno) }
    }
  }

  private func keepArrived() throws(SocketFailure) {
    if keptStart == kept.count {
      kept.removeAll(keepingCapacity: true)
      keptStart = 0
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let outcome = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(SocketFailure) in try receive(into: bytes) }
    }
    guard let count = try outcome.get() else { return }
    // Readable and nothing to read: the other side has stopped, and will take no more either.
    guard count > 0 else { throw .closed }
    kept += buffer[..<count]
  }

  private func takeKept(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, kept.count - keptStart)
    buffer.copyBytes(from: kept[keptStart..<keptStart + count])
    keptStart += count
    return count
  }

  /// - Returns: what of `events` is the case, or that the other side is gone.
  private func wait(for events: Int16) throws(SocketFailure) -> Int16 {
    let limit = hasHeard ? limits.idle : limits.first
    var waited = 0
    while true {
      var polled = [
        pollfd(fd: descriptor, events: events, revents: 0),
        pollfd(fd: talkDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let step = max(1, min(Self.tick, limit - waited))
      let count = poll(&polled, 2, Int32(step))
      if count < 0, errno != EINTR { throw .system(SystemError(last: .connect)) }
      if count > 0, polled[1].revents != 0 {
        readTalk()
        waited = 0
      }
      if count > 0, polled[0].revents != 0 { return polled[0].revents }
      guard limits.goesOn() else { throw .cancelled }
      if count == 0 { waited += step }
      guard waited < limit else { throw .timeLimit }
    }
  }

  private static func failure(_ number: Int32) -> SocketFailure {
    [EPIPE, ECONNRESET, ENOTCONN].contains(number)
      ? .closed : .system(SystemError(number, .connect))
  }

  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
  #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif
}

// Inside of the class these names are its own.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
