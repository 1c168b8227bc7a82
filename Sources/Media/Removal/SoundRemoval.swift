/// Removes the tags around and between the sound of an MP3 file.
enum MP3Removal {
  static func plan(_ file: ByteSlice) throws(MetadataRemovalError) -> MetadataRemoval {
    // Behind the old tag of 128 bytes there is at most another one.
    var end = file.count
    while file.hasPrefix("TAG".utf8, at: end - 128) { end -= 128 }
    var edits = [MetadataRemoval.Edit.remove(file.start + end..<file.end)]
    var (position, hasSound) = (Int64(0), false)
    while position < end {
      if let frame = MP3Frame.frame(in: file, at: position) {
        let next = min(position + Int64(frame.length), end)
        // A frame that was cut off seems to go on in the tag behind it.
        guard next < end || !holdsTag(position..<end, in: file) else { throw .damaged }
        (position, hasSound) = (next, true)
        continue
      }
      // A player would skip what is neither sound nor a tag, and it could be anything.
      guard let rest = file.slice(position, end - position), case let length = tagLength(rest),
        length > 0, length <= rest.count
      else { throw .damaged }
      edits.append(.remove(file.start + position..<file.start + position + length))
      position += length
    }
    guard hasSound else { throw .damaged }
    return try MetadataRemoval(edits)
  }

  /// Of the tag or the zeros with which a part begins; 0 for anything else.
  private static func tagLength(_ rest: ByteSlice) -> Int64 {
    if case let length = ID3Tag.length(in: rest), length > 0 { return length }
    if rest.hasPrefix("APETAGEX".utf8), let length = rest.little(12, 4) {
      // Without its header.
      return Int64(length) + 32
    }
    if rest.hasPrefix("TAG+".utf8), rest.count == 227 { return rest.count }
    let isLyrics =
      rest.hasPrefix("LYRICSBEGIN".utf8)
      && ["LYRICS200", "LYRICSEND"].contains { rest.hasPrefix($0.utf8, at: rest.count - 9) }
    return isLyrics ? rest.count : Int64(rest.prefix(1 << 16).prefix { $0 == 0 }.count)
  }

  private static func holdsTag(_ range: Range<Int64>, in file: ByteSlice) -> Bool {
    let bytes = file.bytes(range.lowerBound, range.count) ?? []
    return ["ID3", "APETAGEX", "LYRICSBEGIN", "TAG+"].contains {
      bytes.firstRange(of: Array($0.utf8)) != nil
    }
  }
}

/// Blanks the chunks of a WAV file that are no sound, in place.
enum WAVRemoval {
  private static let kept: Set<FourCC> = ["fmt ", "fact", "data", "JUNK"]
  private static let mostChunks = 10_000

  static func plan(_ file: ByteSlice) throws(MetadataRemovalError) -> MetadataRemoval {
    guard file.hasPrefix("RIFF".utf8), let stored = file.little(4, 4) else { throw .damaged }
    var edits: [MetadataRemoval.Edit] = []
    var (count, position, hasSound) = (0, Int64(12), false)
    for chunk in RIFFChunks(file) {
      count += 1
      guard count <= mostChunks else { throw .tooLarge }
      position = chunk.range.upperBound
      hasSound = hasSound || chunk.type == "data"
      // A recorder that did not go back to store the length: the rest is sound, or is not.
      if chunk.type == "data", chunk.length == 0 || chunk.length == .max { throw .damaged }
      if chunk.type == "JUNK" || !kept.contains(chunk.type) {
        if chunk.type != "JUNK" {
          edits.append(.overwrite(at: file.start + chunk.range.lowerBound, FourCC("JUNK").bytes))
        }
        if chunk.content.count > 0 { edits.append(.fill(chunk.content.range)) }
      }
    }
    // Where a chunk of odd length has no byte of padding, what follows it is not found.
    guard hasSound, Int64(stored) + 8 <= file.count + 1 else { throw .damaged }
    // A few bytes that are no chunk, but count in the length of the file.
    let end = min(max(Int64(stored) + 8, position), file.count)
    if position < end { edits.append(.fill(file.start + position..<file.start + end)) }
    if end < file.count { edits.append(.remove(file.start + end..<file.end)) }
    return try MetadataRemoval(edits)
  }
}
