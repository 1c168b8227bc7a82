/// Removes the tags around the sound of an MP3 file.
enum MP3Removal {
  static func plan(_ file: ByteSlice) throws(MetadataRemovalError) -> MetadataRemoval {
    var start: Int64 = 0
    while let rest = file.rest(from: start), case let length = ID3Tag.length(in: rest), length > 0 {
      start += length
    }
    var end = start
    while let frame = MP3Frame.frame(in: file, at: end) {
      end = min(end + Int64(frame.length), file.count)
    }
    // What is between the tags has to be sound; a player would skip what is not, and it could be anything.
    guard end > start, isTags(from: end, in: file) else { throw .damaged }
    var edits: [MetadataRemoval.Edit] = []
    if start > 0 { edits.append(.remove(file.start..<file.start + start)) }
    if end < file.count { edits.append(.remove(file.start + end..<file.end)) }
    return try MetadataRemoval(edits)
  }

  /// Whether what follows the sound is nothing, padding, or begins as a tag.
  private static func isTags(from start: Int64, in file: ByteSlice) -> Bool {
    guard let rest = file.rest(from: start), rest.count > 0 else { return true }
    let head = rest.prefix(16)
    let names = ["TAG", "APETAGEX", "LYRICSBEGIN", "ID3", "3DI"]
    return head.allSatisfy { $0 == 0 } || names.contains { head.starts(with: $0.utf8) }
  }
}

/// Blanks the chunks of a WAV file that are no sound, in place.
enum WAVRemoval {
  private static let kept: Set<FourCC> = ["fmt ", "fact", "data", "JUNK"]
  private static let mostChunks = 10_000

  static func plan(_ file: ByteSlice) throws(MetadataRemovalError) -> MetadataRemoval {
    guard file.hasPrefix("RIFF".utf8), let stored = file.little(4, 4) else { throw .damaged }
    var edits: [MetadataRemoval.Edit] = []
    var (count, position) = (0, Int64(12))
    for chunk in RIFFChunks(file) {
      count += 1
      guard count <= mostChunks else { throw .tooLarge }
      position = chunk.range.upperBound
      // A recorder that did not go back to store the length: the rest is sound, or is not.
      if chunk.type == "data", chunk.length == 0 || chunk.length == .max { throw .damaged }
      if chunk.type == "JUNK" || !kept.contains(chunk.type) {
        if chunk.type != "JUNK" {
          edits.append(.overwrite(at: file.start + chunk.range.lowerBound, FourCC("JUNK").bytes))
        }
        if chunk.content.count > 0 { edits.append(.fill(chunk.content.range)) }
      }
    }
    guard count > 0, Int64(stored) + 8 <= file.count + 1 else { throw .damaged }
    if position < file.count { edits.append(.remove(file.start + position..<file.end)) }
    return try MetadataRemoval(edits)
  }
}
