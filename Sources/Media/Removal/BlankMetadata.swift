/// What is written over metadata that stays in its place: valid, of the same length, and without content.
enum BlankMetadata {
  private static let emptyXMP = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)

  /// An empty packet of XMP, then blanks.
  static func xmp(_ slice: ByteSlice?) -> [MetadataRemoval.Edit] {
    blank(slice, with: emptyXMP, then: UInt8(ascii: " "))
  }

  /// An item of EXIF in HEIC without entries, then zeros.
  static func heifExif(_ slice: ByteSlice?) -> [MetadataRemoval.Edit] {
    blank(slice, with: UInt32(0).bigEndianBytes + TIFFRemoval.empty, then: 0)
  }

  /// One resource of Photoshop, of a kind that nobody reads, with zeros.
  static func photoshop(_ slice: ByteSlice?) -> [MetadataRemoval.Edit] {
    guard let slice else { return [] }
    // Resources have an even length.
    let length = UInt32(truncatingIfNeeded: max(slice.count - 12, 0) & ~1)
    let header = Array("8BIM".utf8) + UInt16(4000).bigEndianBytes + [0, 0] + length.bigEndianBytes
    return blank(slice, with: header, then: 0)
  }

  /// Writes `content`, where there is room for it, and `filler` over the rest.
  private static func blank(
    _ slice: ByteSlice?, with content: [UInt8], then filler: UInt8
  ) -> [MetadataRemoval.Edit] {
    guard let slice, slice.count > 0 else { return [] }
    let all = slice.start..<slice.end
    guard slice.count >= Int64(content.count) else { return [.fill(all, filler)] }
    let start = slice.start + Int64(content.count)
    return [.overwrite(at: slice.start, content), .fill(start..<slice.end, filler)]
  }
}
