#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
