/// WebP that holds a picture and nothing else (RFC 9649).
package enum PlainWebP {
  private static let pictureTypes: Set<FourCC> = ["VP8 ", "VP8L"]
  private static let allowedTypes: Set<FourCC> = ["VP8X", "ALPH", "VP8 ", "VP8L"]

  /// The size of the picture; nil if the bytes are no whole WebP file, or hold anything besides the picture.
  package static func size(of bytes: [UInt8]) -> PictureSize? {
    let file = ByteSource(bytes, budget: 1 << 16).all
    guard file.hasPrefix("RIFF".utf8), file.hasPrefix("WEBP".utf8, at: 8),
      file.little(4, 4) == UInt64(max(bytes.count - 8, 0))
    else { return nil }
    var types: [FourCC] = []
    var end: Int64 = 12
    for chunk in RIFFChunks(file) {
      guard allowedTypes.contains(chunk.type), chunk.content.count == Int64(chunk.length) else {
        return nil
      }
      if chunk.type == "VP8X", !hasPlainFlags(chunk.content) { return nil }
      types.append(chunk.type)
      end = chunk.range.upperBound
    }
    guard end == file.count, types.count == Set(types).count,
      types.filter(pictureTypes.contains).count == 1
    else { return nil }
    return PictureSize(file, format: .webp, exif: nil)
  }

  /// A copy of the file with its picture alone; nil if it is no whole WebP file with one picture.
  package static func bare(_ bytes: [UInt8]) -> [UInt8]? {
    let file = ByteSource(bytes, budget: bytes.count + 1 << 16).all
    var body = Array("WEBP".utf8)
    for chunk in RIFFChunks(file) where allowedTypes.contains(chunk.type) {
      guard var content = chunk.content.bytes(limit: VariantLimits.variantSize) else { return nil }
      if chunk.type == "VP8X", let flags = content.first { content[0] = flags & transparency }
      body += bytes[Int(chunk.range.lowerBound)..<Int(chunk.range.lowerBound) + 8] + content
      if content.count % 2 == 1 { body.append(0) }
    }
    let bare = Array("RIFF".utf8) + UInt32(clamping: body.count).littleEndianBytes + body
    return size(of: bare) == nil ? nil : bare
  }

  /// The one flag of VP8X that says something of the picture itself; the others announce colours, metadata and films.
  private static let transparency: UInt8 = 0x10

  private static func hasPlainFlags(_ content: ByteSlice) -> Bool {
    content.byte(0).map { $0 & ~transparency == 0 } ?? false
  }
}
