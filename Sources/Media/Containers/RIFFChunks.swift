/// A chunk of a RIFF file, such as WebP and WAV.
struct RIFFChunk {
  let type: FourCC
  /// From its name to its padding, in the file that was walked.
  let range: Range<Int64>
  /// The part of the content that the file has.
  let content: ByteSlice
  /// The length that the chunk's header says.
  let length: UInt32
}

/// Walks the chunks after the form's name.
struct RIFFChunks: Sequence, IteratorProtocol {
  private let file: ByteSlice
  private var position: Int64 = 12

  init(_ file: ByteSlice) {
    self.file = file
  }

  mutating func next() -> RIFFChunk? {
    guard let type = file.code(position), let raw = file.little(position + 4, 4),
      let content = file.slice(position + 8, upTo: Int64(raw))
    else { return nil }
    let start = position
    // A chunk of odd length is followed by a byte of padding.
    position = Swift.min(start + 8 + Int64(raw) + Int64(raw & 1), file.count)
    return RIFFChunk(
      type: type, range: start..<position, content: content, length: UInt32(truncatingIfNeeded: raw)
    )
  }
}
