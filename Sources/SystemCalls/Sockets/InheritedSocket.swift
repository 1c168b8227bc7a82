#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The socket by which a program that was started with one talks to who started it.
///
/// Every call waits, without a limit.
package struct InheritedSocket: Sendable {
  /// Where the program finds it.
  static let descriptor: Int32 = 3

  /// Nil if there is no socket: a person has started the program.
  package init?() {
    var kind: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(Self.descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 else { return nil }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(
        Self.descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Bytes, and the open file that came with them.
  package struct Message: ~Copyable {
    package let bytes: [UInt8]
    private let file: FileDescriptor?

    fileprivate init(bytes: [UInt8], file: consuming FileDescriptor?) {
      self.bytes = bytes
      self.file = file
    }

    package consuming func takeFile() -> FileDescriptor? { file }
  }

  /// The next `count` bytes; nil at the end, or if the connection breaks.
  package func receive(_ count: Int) -> Message? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    var file: Int32 = -1
    while done < count {
      let (got, passed) = bytes.withUnsafeMutableBytes {
        PassedDescriptor.receive(
          into: UnsafeMutableRawBufferPointer(rebasing: $0[done...]), from: Self.descriptor)
      }
      if passed >= 0 {
        if file >= 0 { _ = systemClose(file) }
        file = passed
      }
      if got > 0 { done += got }
      if got == 0 || got < 0 && errno != EINTR {
        if file >= 0 { _ = systemClose(file) }
        return nil
      }
    }
    return Message(
      bytes: bytes, file: file >= 0 ? FileDescriptor(takingOwnershipOf: file) : nil)
  }

  /// False if the other side has closed.
  package func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemSend(Self.descriptor, rest)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

// Inside the type the name is its own.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, SocketChannel.sendFlags)
}

/// The control message by which one open file is passed over a local socket (SCM_RIGHTS of cmsg(3)).
///
/// C makes and reads it with macros, which Swift does not import. On Linux its head is a `size_t` and two `int`, on Darwin a
/// `socklen_t` and two `int`; the descriptor follows at once.
enum PassedDescriptor {
  #if canImport(Darwin)
    private static let headSize = 12
  #else
    private static let headSize = 16
  #endif
  /// The bytes of the message with its padding.
  private static let size = (headSize + 4 + 7) & ~7

  /// Sends `bytes`, the first of which carries the descriptor.
  ///
  /// - Returns: as sendmsg(2).
  static func send(_ bytes: UnsafeRawBufferPointer, _ file: Int32, over socket: Int32) -> Int {
    withControlBuffer { control in
      control.storeBytes(of: CLength(headSize + 4), as: CLength.self)
      control.storeBytes(of: SOL_SOCKET, toByteOffset: headSize - 8, as: Int32.self)
      control.storeBytes(of: rights, toByteOffset: headSize - 4, as: Int32.self)
      control.storeBytes(of: file, toByteOffset: headSize, as: Int32.self)
      var part = iovec(
        iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
      return withUnsafeMutablePointer(to: &part) { part in
        var message = self.message(part, control)
        return sendmsg(socket, &message, SocketChannel.sendFlags)
      }
    }
  }

  /// - Returns: as recvmsg(2), and the descriptor that came with the bytes, or -1; the caller closes it.
  static func receive(
    into bytes: UnsafeMutableRawBufferPointer, from socket: Int32
  ) -> (count: Int, file: Int32) {
    withControlBuffer { control in
      var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
      return withUnsafeMutablePointer(to: &part) { part in
        var message = self.message(part, control)
        let count = recvmsg(socket, &message, receiveFlags)
        guard count >= 0, message.msg_controllen >= headSize + 4,
          control.load(fromByteOffset: headSize - 8, as: Int32.self) == SOL_SOCKET,
          control.load(fromByteOffset: headSize - 4, as: Int32.self) == rights
        else { return (count, -1) }
        return (count, control.load(fromByteOffset: headSize, as: Int32.self))
      }
    }
  }

  private static func message(
    _ part: UnsafeMutablePointer<iovec>, _ control: UnsafeMutableRawBufferPointer
  ) -> msghdr {
    var message = msghdr()
    message.msg_iov = part
    message.msg_iovlen = 1
    message.msg_control = control.baseAddress
    message.msg_controllen = .init(control.count)
    return message
  }

  private static func withControlBuffer<Result>(
    _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      return body(buffer)
    }
  }

  private static let rights: Int32 = 1  // SCM_RIGHTS
  #if canImport(Darwin)
    private typealias CLength = socklen_t
    private static let receiveFlags: Int32 = 0
  #else
    private typealias CLength = Int
    private static let receiveFlags = Int32(MSG_CMSG_CLOEXEC)
  #endif
}

extension SocketChannel {
  /// Waits until all of `bytes` is sent, with an open file that the other side gets too.
  package func write(
    _ bytes: [UInt8], passing file: borrowing FileDescriptor
  ) throws(SocketFailure) {
    let raw = file.rawValue
    while true {
      let count = bytes.withUnsafeBytes { PassedDescriptor.send($0, raw, over: descriptor) }
      if count >= 0 { return try write(Array(bytes.dropFirst(count))) }
      if errno == EAGAIN || errno == EWOULDBLOCK {
        _ = try wait(for: Int16(POLLOUT))
      } else if errno != EINTR {
        throw Self.failure(errno)
      }
    }
  }
}

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
