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
