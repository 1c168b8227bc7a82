/// A chunk of a PNG file (W3C, Portable Network Graphics, section 5.3).
struct PNGChunk {
  let type: FourCC
  /// From its length to its checksum, in the file that was walked.
  let range: Range<Int64>
  let content: ByteSlice

  /// The bytes of a chunk, with its length and checksum.
  static func bytes(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
    let named = type.bytes + content
    return UInt32(truncatingIfNeeded: content.count).bigEndianBytes + named
      + CRC32.of(named).bigEndianBytes
  }
}

/// Walks the chunks of a PNG file, up to the end of the picture.
struct PNGChunks: Sequence, IteratorProtocol {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let file: ByteSlice
  private var position = Int64(signature.count)
  /// After the chunk IEND; nil if it was not reached.
  private(set) var end: Int64?

  init(_ file: ByteSlice) {
    self.file = file
  }

  mutating func next() -> PNGChunk? {
    guard end == nil, let length = file.big32(position), let type = file.code(position + 4),
      let content = file.slice(position + 8, Int64(length)),
      file.slice(position + 8, Int64(length) + 4) != nil
    else { return nil }
    let start = position
    position += Int64(length) + 12
    if type == "IEND" { end = position }
    return PNGChunk(type: type, range: start..<position, content: content)
  }
}

/// The checksum of PNG (W3C, Portable Network Graphics, annex D).
enum CRC32 {
  static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
