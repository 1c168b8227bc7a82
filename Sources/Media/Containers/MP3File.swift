/// The length of an MP3 file.
enum MP3File {
  /// How far after the tag the first frame is looked for.
  private static let longestGap = 64 << 10

  /// In milliseconds: by the count of frames that an encoder stored, else by the bitrate of the first frame.
  static func duration(of file: ByteSlice) -> Int64? {
    let tag = ID3Tag.length(in: file)
    guard let (start, frame) = firstFrame(in: file, from: tag) else { return nil }
    if let frames = storedCount(in: file, at: start, frame) {
      return milliseconds(UInt64(frames) * UInt64(frame.samples), frame.rate)
    }
    // The old tag of 128 bytes at the end is no sound.
    let hasOldTag = file.hasPrefix("TAG".utf8, at: file.count - 128)
    let bytes = file.count - start - (hasOldTag ? 128 : 0)
    return bytes > 0 ? milliseconds(UInt64(bytes) * 8, frame.bitrate) : nil
  }

  private static func firstFrame(
    in file: ByteSlice, from start: Int64
  ) -> (start: Int64, frame: MP3Frame)? {
    let bytes = file.rest(from: start)?.prefix(longestGap) ?? []
    for index in bytes.indices.dropLast(3) where bytes[index] == 0xFF {
      let word = UInt32(truncatingIfNeeded: bytes[index..<index + 4].bigEndian)
      guard let frame = MP3Frame(word) else { continue }
      let at = start + Int64(index)
      let next = at + Int64(frame.length)
      if next >= file.count || MP3Frame.frame(in: file, at: next) != nil { return (at, frame) }
    }
    return nil
  }

  /// The count of frames in a header `Xing`, `Info` or `VBRI`, which stands where the sound of the first frame would.
  private static func storedCount(
    in file: ByteSlice, at start: Int64, _ frame: MP3Frame
  ) -> UInt32? {
    let xing = start + 4 + Int64(frame.sideLength)
    if let name = file.code(xing), name == "Xing" || name == "Info" {
      guard let flags = file.big32(xing + 4), flags & 1 != 0 else { return nil }
      return file.big32(xing + 8).flatMap { $0 > 0 ? $0 : nil }
    }
    let vbri = start + 4 + 32
    guard file.code(vbri) == "VBRI" else { return nil }
    return file.big32(vbri + 14).flatMap { $0 > 0 ? $0 : nil }
  }
}
