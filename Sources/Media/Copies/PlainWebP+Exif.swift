extension PlainWebP {
  /// The flag of VP8X that announces EXIF.
  private static let exifFlag: UInt8 = 0x08

  /// Adds a chunk of EXIF behind the picture of a plain file (RFC 9649, section 2.7).
  static func adding(exif: [UInt8], to bytes: [UInt8], _ size: PictureSize) -> [UInt8] {
    let isExtended = bytes.dropFirst(12).starts(with: "VP8X".utf8)
    var body = Array(bytes.dropFirst(12))
    if isExtended {
      body[8] |= exifFlag
    } else {
      // A simple file with transparency is lossless.
      let sides = [size.width - 1, size.height - 1].flatMap {
        UInt32(clamping: $0).littleEndianBytes.prefix(3)
      }
      let content = [exifFlag | 0x10, 0, 0, 0] + sides
      body = Array("VP8X".utf8) + UInt32(content.count).littleEndianBytes + content + body
    }
    body += Array("EXIF".utf8) + UInt32(clamping: exif.count).littleEndianBytes + exif
    if exif.count % 2 == 1 { body.append(0) }
    let length = UInt32(clamping: body.count + 4).littleEndianBytes
    return Array("RIFF".utf8) + length + "WEBP".utf8 + body
  }
}
