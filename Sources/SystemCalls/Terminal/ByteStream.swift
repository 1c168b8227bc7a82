#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An open descriptor as a stream of bytes; its creator closes it.
package struct ByteStream {
  /// The result of a write.
  package enum WriteEnd: Hashable {
    case written
    /// The reader has closed its end of the pipe.
    case closed
    /// A part may have been written, such as until the disk was full.
    case failed(SystemError)
  }

  let descriptor: Int32

  /// Writes all of `bytes`.
  package func write(_ bytes: [UInt8]) -> WriteEnd {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, count: $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EPIPE ? .closed : .failed(SystemError(errno, .write))
      }
      rest = rest.dropFirst(count)
    }
    return .written
  }

  /// Everything up to the end, or up to an error.
  package func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        systemRead(descriptor, $0.baseAddress, count: $0.count)
      }
      if count > 0 { bytes += buffer[..<count] }
      if count == 0 || (count < 0 && errno != EINTR) { return bytes }
    }
  }
}

/// Inside `ByteStream` these names are its methods'.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, count: Int) -> Int {
  write(file, bytes, count)
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, count: Int) -> Int {
  read(file, bytes, count)
}
