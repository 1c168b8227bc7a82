#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Reads to the end; nil if there are more than `limit` bytes.
  ///
  /// - Parameter size: the expected size; only a hint, since a file may change while it is read.
  package borrowing func readAll(expecting size: Int64, limit: Int) throws(SystemError) -> [UInt8]?
  {
    guard size <= Int64(limit) else { return nil }
    // One byte more than expected, so that the end is found without another read.
    var chunk = min(Int(max(size, 0)), limit) + 1
    var bytes: [UInt8] = []
    while true {
      let read = try readChunk(chunk)
      if bytes.isEmpty { bytes = read } else { bytes += read }
      if bytes.count > limit { return nil }
      if read.count < chunk { return bytes }
      chunk = max(bytes.count, 1 << 16)
    }
  }

  /// Up to `count` bytes; fewer only at the end of the file.
  package borrowing func readChunk(_ count: Int) throws(SystemError) -> [UInt8] {
    let descriptor = rawValue
    return try Self.chunk(count) { target, _, rest in read(descriptor, target, rest) }
  }

  /// Up to `count` bytes from `offset` on, wherever the descriptor stands and without moving it; fewer only at the end of
  /// the file.
  package borrowing func readChunk(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
    let descriptor = rawValue
    return try Self.chunk(max(count, 0)) { target, done, rest in
      pread(descriptor, target, rest, off_t(offset &+ Int64(done)))
    }
  }

  /// Calls `read` until `count` bytes are there or the file ends, with the place for the rest, the number of bytes
  /// before it and the number that is wanted.
  private static func chunk(
    _ count: Int, _ read: (_ target: UnsafeMutablePointer<UInt8>?, _ done: Int, _ rest: Int) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    // `initialized` counts only bytes that the system has written.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while initialized < count {
        let target = buffer.baseAddress.map { $0 + initialized }
        let got = read(target, initialized, count - initialized)
        if got > 0 { initialized += got }
        if got == 0 { return }
        if got < 0 && errno != EINTR {
          failure = SystemError(last: .read)
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  package borrowing func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    try Self.writeAll(bytes, to: rawValue)
  }

  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      var done = 0
      while done < buffer.count {
        let put = write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        if put >= 0 { done += put }
        if put < 0 && errno != EINTR { throw SystemError(last: .write) }
      }
    }
  }

  /// Writes at `offset`, wherever the descriptor stands and without moving it.
  package borrowing func writeAll(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) {
    var done = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let put = pwrite(rawValue, start + done, bytes.count - done, off_t(offset) + off_t(done))
      if put > 0 { done += put }
      if put < 0, errno != EINTR { throw SystemError(last: .write) }
    }
  }

  package borrowing func writeAll(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      try writeAll(UnsafeRawBufferPointer(bytes), at: offset)
    }
  }

  /// What is read or written next is at the beginning.
  package borrowing func rewind() throws(SystemError) {
    if lseek(rawValue, 0, SEEK_SET) < 0 { throw SystemError(last: .read) }
  }

  /// Copies from the current position to the end into `target`.
  ///
  /// - Returns: the number of bytes.
  package borrowing func copyAll(to target: borrowing FileDescriptor) throws(SystemError) -> Int64 {
    // What fits into a processor's cache: chunks of 1 MiB take almost four times as long.
    let size = 1 << 16
    var total: Int64 = 0
    while true {
      let chunk = try readChunk(size)
      try target.writeAll(chunk)
      total += Int64(chunk.count)
      if chunk.count < size { return total }
    }
  }
}

extension FileDescriptor {
  /// Whether some open descriptor, of any process, can write to the file; nil where the system does not tell.
  ///
  /// Linux tells it of files of this user: it gives no lease then (fcntl(2), F_SETLEASE). The descriptor is open for
  /// reading only.
  package borrowing func isOpenForWriting() -> Bool? {
    #if os(Linux)
      let (setSignal, setLease): (Int32, Int32) = (10, 1024)
      // Instead of SIGIO, by which a program that opens the file at this moment would end this process.
      guard fcntl(rawValue, setSignal, SIGURG) == 0 else { return nil }
      guard fcntl(rawValue, setLease, Int32(F_RDLCK)) == 0 else {
        return errno == EAGAIN ? true : nil
      }
      _ = fcntl(rawValue, setLease, Int32(F_UNLCK))
      return false
    #else
      return nil
    #endif
  }
}
