internal import CZlib

/// Deflates or inflates data without a frame (RFC 1951); for one thread at a time.
final class ZlibStream {
  enum Direction { case deflating, inflating }

  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutableRawBufferPointer
  private let direction: Direction

  /// - Throws: `.tooLarge` without memory.
  init(_ direction: Direction) throws(ArchiveError) {
    self.direction = direction
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    buffer = .allocate(byteCount: 1 << 16, alignment: 16)
    let status =
      direction == .deflating
      ? tl_raw_deflate_init(stream, Z_DEFAULT_COMPRESSION) : tl_raw_inflate_init(stream)
    guard status == Z_OK else { throw ArchiveError(.tooLarge) }
  }

  deinit {
    if direction == .deflating { deflateEnd(stream) } else { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
    buffer.deallocate()
  }

  /// Passes what the next bytes become to `sink`, in pieces that are valid during the call.
  ///
  /// - Returns: whether the data ends with these bytes.
  /// - Throws: `.damaged` for data that cannot be inflated, or that end before these bytes do.
  func run(
    _ bytes: [UInt8], isLast: Bool, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    try bytes.withUnsafeBufferPointer { bytes in
      // zlib reads through the pointer and never writes.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      stream.pointee.avail_in = uInt(bytes.count)
      var status = Z_OK
      repeat {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = uInt(buffer.count)
        status =
          direction == .deflating
          ? deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH) : inflate(stream, Z_NO_FLUSH)
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
          throw ArchiveError(.damaged)
        }
        let made = buffer.count - Int(stream.pointee.avail_out)
        if made > 0 { try sink(UnsafeRawBufferPointer(rebasing: buffer.prefix(made))) }
      } while stream.pointee.avail_out == 0 && status != Z_STREAM_END
      guard stream.pointee.avail_in == 0 else { throw ArchiveError(.damaged) }
      return status == Z_STREAM_END
    }
  }
}

/// The CRC-32 of bytes that follow others with the CRC `sum`; 0 if there are none.
func checksum(_ bytes: UnsafeRawBufferPointer, after sum: UInt32) -> UInt32 {
  let start = bytes.baseAddress?.assumingMemoryBound(to: Bytef.self)
  // Without bytes zlib gives the sum with which one starts.
  guard start != nil else { return sum }
  return UInt32(truncatingIfNeeded: crc32_z(uLong(sum), start, bytes.count))
}
