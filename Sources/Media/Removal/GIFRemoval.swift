/// Removes comments and what programs store from a GIF (GIF89a specification); an animation keeps its loop.
enum GIFRemoval {
  static func plan(_ file: ByteSlice) throws(MetadataRemovalError) -> MetadataRemoval {
    guard let flags = file.byte(10) else { throw .damaged }
    var edits: [MetadataRemoval.Edit] = []
    var position = 13 + tableSize(flags)
    while let mark = file.byte(position) {
      let start = position
      switch mark {
      case 0x2C:
        guard let flags = file.byte(position + 9) else { throw .damaged }
        position = try end(ofBlocksAt: position + 11 + tableSize(flags), in: file)
      case 0x21:
        guard let label = file.byte(position + 1) else { throw .damaged }
        position = try end(ofBlocksAt: position + 2, in: file)
        // How long a picture is shown, in eight bytes.
        let isTiming = label == 0xF9 && position - start == 8
        let isKept = isTiming || label == 0xFF && isLoop(start, position, in: file)
        if !isKept { edits.append(.remove(file.start + start..<file.start + position)) }
      case 0x3B:
        let end = position + 1
        if end < file.count { edits.append(.remove(file.start + end..<file.end)) }
        return try MetadataRemoval(edits, trailer: file.count - end)
      default: throw .damaged
      }
    }
    throw .damaged
  }

  /// The bytes of a table of colours, if there is one.
  private static func tableSize(_ flags: UInt8) -> Int64 {
    flags & 0x80 == 0 ? 0 : 3 << Int64(flags & 7 + 1)
  }

  /// Behind the empty block that ends the blocks of data.
  private static func end(
    ofBlocksAt start: Int64, in file: ByteSlice
  ) throws(MetadataRemovalError) -> Int64 {
    var position = start
    while let length = file.byte(position) {
      position += Int64(length) + 1
      if length == 0 { return position }
    }
    throw .damaged
  }

  /// Whether an extension says how often the animation runs, and nothing else.
  private static func isLoop(_ start: Int64, _ end: Int64, in file: ByteSlice) -> Bool {
    // Its name of eleven bytes, one block of three and the empty one.
    end - start == 19
      && ["NETSCAPE2.0", "ANIMEXTS1.0"].contains { file.hasPrefix($0.utf8, at: start + 3) }
      && file.bytes(start + 14, 2) == [3, 1]
  }
}
