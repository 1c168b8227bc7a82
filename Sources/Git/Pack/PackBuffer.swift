internal import CGit2
internal import CZlib

/// The part of a `PackWriter` for one thread: hashes, compresses and buffers objects.
package final class PackBuffer {
  private let pack: PackWriter
  private let deflater: Deflater
  /// For incompressible objects.
  private let storingDeflater: Deflater
  /// Entries that are not written yet.
  private var entries: [UInt8] = []
  private var records: [PackIndex.Record] = []

  /// The number of buffered bytes after which they are written.
  private static let flushSize = 1 << 19
  /// Larger objects are written while they are compressed, by one thread at a time.
  package static let largeObject = 8 << 20

  /// The type of an object, with git's number in packs.
  enum Kind: UInt8 {
    case tree = 2
    case blob = 3

    fileprivate var gitKind: git_object_t { self == .tree ? GIT_OBJECT_TREE : GIT_OBJECT_BLOB }
  }

  init(of pack: PackWriter) throws(GitError) {
    self.pack = pack
    deflater = try Deflater(level: pack.level)
    storingDeflater = try Deflater(level: 0)
  }

  /// Writes a blob without filters, unless the repository or the pack has it.
  ///
  /// - Throws: also for bytes of a SHA-1 collision attack.
  package func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    try write(.blob, bytes)
  }

  func write(_ kind: Kind, _ bytes: [UInt8]) throws(GitError) -> ObjectID {
    var gitID = git_oid()
    try check(
      git_odb_hash(&gitID, bytes, bytes.count, kind.gitKind), PackWriter.operation)
    let id = ObjectID(gitID)
    guard pack.claim(id) else { return id }
    try bytes.withRaw { bytes throws(GitError) in
      if bytes.count > Self.largeObject {
        try stream(id, kind: kind, bytes: bytes)
      } else {
        try keep(id, kind: kind, bytes: bytes)
      }
    }
    return id
  }

  /// Writes the buffered entries.
  package func flush() throws(GitError) {
    guard !records.isEmpty else { return }
    try entries.withRaw { bytes throws(GitError) in try pack.append(bytes, records) }
    entries.removeAll(keepingCapacity: entries.count <= 2 * Self.flushSize)
    records.removeAll(keepingCapacity: true)
  }

  private func keep(
    _ id: ObjectID, kind: Kind, bytes: UnsafeRawBufferPointer
  ) throws(GitError) {
    let start = entries.count
    entries += Self.header(kind, bytes.count)
    try compress(bytes) { part throws(GitError) in entries.append(contentsOf: part) }
    let checksum = entries.withRaw {
      crc32(UnsafeRawBufferPointer(rebasing: $0.dropFirst(start)))
    }
    records.append(PackIndex.Record(id: id, offset: Int64(start), checksum: checksum))
    if entries.count >= Self.flushSize { try flush() }
  }

  private func stream(
    _ id: ObjectID, kind: Kind, bytes: UnsafeRawBufferPointer
  ) throws(GitError) {
    try pack.append(id) { start throws(GitError) in
      var end = start
      var checksum: UInt32 = 0
      func put(_ part: UnsafeRawBufferPointer) throws(GitError) {
        try pack.write(part, at: end)
        checksum = crc32(part, after: checksum)
        end += Int64(part.count)
      }
      try Self.header(kind, bytes.count).withRaw { header throws(GitError) in
        try put(header)
      }
      try compress(bytes, to: put)
      return (end, checksum)
    }
  }

  private func compress(
    _ bytes: UnsafeRawBufferPointer, to sink: (UnsafeRawBufferPointer) throws(GitError) -> Void
  ) throws(GitError) {
    try (deflater.isIncompressible(bytes) ? storingDeflater : deflater).compress(bytes, to: sink)
  }

  /// The kind and the size: its lowest four bits, then seven bits per byte.
  private static func header(_ kind: Kind, _ size: Int) -> [UInt8] {
    var rest = size >> 4
    var bytes = [kind.rawValue << 4 | UInt8(size & 15)]
    while rest > 0 {
      bytes[bytes.count - 1] |= 0x80
      bytes.append(UInt8(rest & 0x7F))
      rest >>= 7
    }
    return bytes
  }
}

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
