#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An open descriptor of the system as a stream of bytes; whoever made it closes it.
package struct ByteStream {
  /// How a write ended.
  package enum WriteEnd: Hashable {
    case written
    /// Nobody reads any more: the reader has closed its end of the pipe.
    case closed
    /// A part may have been written, such as up to where the disk was full.
    case failed(SystemError)
  }

  let descriptor: Int32

  /// Writes all of `bytes`.
  package func write(_ bytes: [UInt8]) -> WriteEnd {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EPIPE ? .closed : .failed(SystemError(errno, .write))
      }
      rest = rest.dropFirst(count)
    }
    return .written
  }

  /// Everything up to the end; what was read so far when an error ends it.
  package func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes += buffer[..<count] }
      if count == 0 || (count < 0 && errno != EINTR) { return bytes }
    }
  }
}

/// The system's calls; inside `ByteStream` the names would be the methods'.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
