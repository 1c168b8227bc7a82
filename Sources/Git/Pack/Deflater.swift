internal import CZlib

/// Compresses data with zlib, as git stores objects; for one thread at a time.
final class Deflater {
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutableRawBufferPointer
  private static let operation = "compress an object"

  /// - Parameter level: of zlib: 0 (none) to 9 (best), or -1 for its default.
  init(level: Int32) throws(GitError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    buffer = .allocate(byteCount: 1 << 16, alignment: 16)
    let status = tl_deflate_init(stream, level)
    guard status == Z_OK else { throw Self.error(status) }
  }

  deinit {
    deflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
    buffer.deallocate()
  }

  /// Passes the compressed bytes to `sink` in pieces, each valid during the call.
  func compress(
    _ bytes: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws(GitError) -> Void
  ) throws(GitError) {
    deflateReset(stream)
    var rest = bytes
    var status = Z_OK
    repeat {
      // zlib's counters have 32 bits.
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(1 << 30))
      // zlib reads through the pointer and never writes.
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: part.baseAddress?.assumingMemoryBound(to: Bytef.self))
      stream.pointee.avail_in = uInt(part.count)
      repeat {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = uInt(buffer.count)
        status = deflate(stream, rest.isEmpty ? Z_FINISH : Z_NO_FLUSH)
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
          throw Self.error(status)
        }
        let made = buffer.count - Int(stream.pointee.avail_out)
        if made > 0 { try sink(UnsafeRawBufferPointer(rebasing: buffer.prefix(made))) }
      } while stream.pointee.avail_out == 0
    } while !rest.isEmpty
    guard status == Z_STREAM_END else { throw Self.error(status) }
  }

  /// Whether compression saves less than 3 %, as for photos; compresses three samples.
  ///
  /// False for short data, which is compressed faster than tested.
  func isIncompressible(_ bytes: UnsafeRawBufferPointer) throws(GitError) -> Bool {
    let sample = 1 << 14
    guard bytes.count >= 8 * sample else { return false }
    for start in [0, bytes.count / 2, bytes.count - sample] {
      var count = 0
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + sample])
      try compress(part) { count += $0.count }
      if count < sample - sample / 32 { return false }
    }
    return true
  }

  private static func error(_ status: Int32) -> GitError {
    GitError(.other, operation: operation, message: "zlib error \(status)")
  }
}

/// The CRC-32 of bytes that follow others with the CRC `sum`; 0 if there are none.
func crc32(_ bytes: UnsafeRawBufferPointer, after sum: UInt32 = 0) -> UInt32 {
  UInt32(
    truncatingIfNeeded: crc32_z(
      uLong(sum), bytes.baseAddress?.assumingMemoryBound(to: Bytef.self), bytes.count))
}
