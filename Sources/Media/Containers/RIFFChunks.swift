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

/// The length of a WAV file, also of the 64-bit form RF64 (EBU Tech 3306).
enum WAVFile {
  /// In milliseconds.
  static func duration(of file: ByteSlice) -> Int64? {
    var bytesPerSecond: UInt64 = 0
    var longLength: UInt64?
    for chunk in RIFFChunks(file) {
      switch chunk.type {
      case "ds64": longLength = chunk.content.little(8, 8)
      case "fmt ": bytesPerSecond = chunk.content.little(8, 4) ?? 0
      case "data":
        guard bytesPerSecond > 0 else { return nil }
        // A program that writes into a pipe cannot go back to store the length.
        let isStreamed = chunk.length == 0 || chunk.length == .max
        let length = isStreamed ? longLength : UInt64(chunk.length)
        let there = UInt64(chunk.content.count)
        let rest = UInt64(max(file.end - chunk.content.start, 0))
        return milliseconds(min(length ?? rest, max(there, rest)), bytesPerSecond)
      default: break
      }
    }
    return nil
  }
}
