/// A smaller copy of a picture as tl-media makes it: JPEG or WebP that holds a picture and nothing else.
struct PlainCopy: Hashable, Sendable {
  let bytes: [UInt8]
  let isTransparent: Bool
  let size: PictureSize

  /// Nil if the bytes are anything else: tl-media may have been taken over by a picture.
  init?(_ bytes: [UInt8], isTransparent: Bool) {
    let size = isTransparent ? PlainWebP.size(of: bytes) : PlainJPEG.size(of: bytes)
    guard let size else { return nil }
    self.bytes = bytes
    self.isTransparent = isTransparent
    self.size = size
  }

  /// The extension without a dot.
  var fileExtension: String { isTransparent ? "webp" : "jpg" }

  /// The copy with EXIF added to it.
  ///
  /// - Parameter exif: a TIFF structure of less than 64 KB.
  func adding(exif: [UInt8]) -> [UInt8] {
    isTransparent
      ? PlainWebP.adding(exif: exif, to: bytes, size) : PlainJPEG.adding(exif: exif, to: bytes)
  }
}

/// JPEG that holds a picture and nothing else.
enum PlainJPEG {
  /// The markers of tables, frame headers, restarts and scans (ITU-T T.81, table B.1).
  private static let pictureMarkers: Set<UInt8> = [0xDB, 0xC4, 0xC0, 0xC1, 0xC2, 0xDD, 0xDA]
  private static let jfif: UInt8 = 0xE0
  /// The bytes of JFIF's segment without a thumbnail.
  private static let jfifLength: Int64 = 14

  /// The size of the picture; nil if the bytes are no whole JPEG file, or hold anything besides the picture.
  static func size(of bytes: [UInt8]) -> PictureSize? {
    let file = ByteSource(bytes, budget: 4 * bytes.count + 1 << 16).all
    guard file.hasPrefix([0xFF, 0xD8, 0xFF]) else { return nil }
    var segments = JPEGSegments(file, throughScans: true)
    var size: PictureSize?
    while let segment = segments.next() {
      if segment.marker == jfif {
        guard segment.range.lowerBound == 2, segment.content.count == jfifLength,
          segment.content.hasPrefix("JFIF\0".utf8)
        else { return nil }
      } else if !pictureMarkers.contains(segment.marker) {
        return nil
      }
      if segment.isFrameHeader {
        guard size == nil, let frame = segment.frameSize else { return nil }
        size = PictureSize(width: frame.width, height: frame.height)
      }
    }
    return segments.end == file.count ? size : nil
  }

  /// Puts EXIF behind JFIF's segment.
  static func adding(exif: [UInt8], to bytes: [UInt8]) -> [UInt8] {
    let content = JPEGSegment.exifPrefix + exif
    let segment = [0xFF, 0xE1] + UInt16(clamping: content.count + 2).bigEndianBytes + content
    let hasJFIF = bytes.dropFirst(2).starts(with: [0xFF, jfif])
    let place = hasJFIF ? 4 + 2 + Int(jfifLength) : 2
    return bytes.prefix(place) + segment + bytes.dropFirst(place)
  }
}

/// PNG made of pixels, without compression: for a reader on the same machine.
package enum PlainPNG {
  /// The most bytes of a stored block of deflate (RFC 1951, section 3.2.4).
  private static let blockSize = 65_535

  package static func bytes(_ pixels: PicturePixels) -> [UInt8] {
    let size = [pixels.width, pixels.height].flatMap { UInt32(clamping: $0).bigEndianBytes }
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.bytes.count + pixels.height)
    for row in 0..<pixels.height {
      // No filter.
      rows.append(0)
      rows += pixels.bytes[row * pixels.width * 3..<(row + 1) * pixels.width * 3]
    }
    // 8 bits of red, green and blue.
    return PNGChunks.signature + PNGChunk.bytes("IHDR", size + [8, 2, 0, 0, 0])
      + PNGChunk.bytes("IDAT", stored(rows)) + PNGChunk.bytes("IEND", [])
  }

  /// A stream of zlib (RFC 1950).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: blockSize) {
      let end = min(start + blockSize, bytes.count)
      let length = UInt16(end - start)
      stream.append(end == bytes.count ? 1 : 0)
      stream += length.littleEndianBytes + (~length).littleEndianBytes + bytes[start..<end]
    }
    return stream + checksum(bytes).bigEndianBytes
  }

  /// Adler-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }
}

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

/// A picture as its pixels.
package struct PicturePixels: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Red, green and blue of each pixel, row by row.
  package let bytes: [UInt8]

  /// Nil if there are not three bytes for each pixel.
  package init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, width <= VariantLimits.side, height <= VariantLimits.side,
      bytes.count == width * height * 3
    else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// The three bytes of a pixel; the nearest one if there is none there.
  package func colour(_ x: Int, _ y: Int) -> ArraySlice<UInt8> {
    let place = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * 3
    return bytes[place..<place + 3]
  }
}
