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
