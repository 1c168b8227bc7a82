/// A marker segment of a JPEG file (ITU-T T.81, annex B).
struct JPEGSegment {
  /// The byte after FF.
  let marker: UInt8
  /// From the marker's FF to the end of the content, in the file that was walked.
  let range: Range<Int64>
  /// After the two bytes of the length.
  let content: ByteSlice

  static let exifPrefix = Array("Exif\0\0".utf8)
  static let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let extendedXMPPrefix = Array("http://ns.adobe.com/xmp/extension/\0".utf8)

  /// The TIFF structure in APP1.
  var exif: ByteSlice? {
    // The sixth byte is a filler, and some cameras do not write 0 there.
    guard marker == 0xE1, content.hasPrefix(Self.exifPrefix.dropLast()) else { return nil }
    return content.rest(from: Int64(Self.exifPrefix.count))
  }

  var isXMP: Bool {
    marker == 0xE1
      && (content.hasPrefix(Self.xmpPrefix) || content.hasPrefix(Self.extendedXMPPrefix))
  }

  /// Whether it is a frame header, which has the size of the picture.
  var isFrameHeader: Bool {
    0xC0...0xCF ~= marker && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  /// Columns and rows; nil if the rows are only known after the first scan.
  var frameSize: (width: Int, height: Int)? {
    guard isFrameHeader, let height = content.big16(1), let width = content.big16(3), height > 0,
      width > 0
    else { return nil }
    return (Int(width), Int(height))
  }
}

/// Walks the segments of the first picture in a JPEG file.
struct JPEGSegments: Sequence, IteratorProtocol {
  private let file: ByteSlice
  private let throughScans: Bool
  private var position: Int64 = 0
  /// After the end of the picture; nil if it was not reached.
  private(set) var end: Int64?

  /// - Parameter throughScans: whether to read all compressed data, to the end of the picture; else the first scan is
  ///   the last segment.
  init(_ file: ByteSlice, throughScans: Bool = false) {
    self.file = file
    self.throughScans = throughScans
  }

  mutating func next() -> JPEGSegment? {
    while end == nil, let (start, marker) = nextMarker() {
      switch marker {
      case 0xD9:
        end = position
        return nil
      case 0x01, 0xD0...0xD8: continue
      default: return segment(marker, from: start)
      }
    }
    return nil
  }

  /// Moves after the next marker; any number of FF may precede it.
  private mutating func nextMarker() -> (start: Int64, marker: UInt8)? {
    guard file.byte(position) == 0xFF else { return nil }
    let start = position
    while let byte = file.byte(position) {
      position += 1
      if byte != 0xFF { return byte == 0 ? nil : (start, byte) }
    }
    return nil
  }

  private mutating func segment(_ marker: UInt8, from start: Int64) -> JPEGSegment? {
    guard let length = file.big16(position), length >= 2,
      let content = file.slice(position + 2, Int64(length) - 2)
    else {
      position = file.count
      return nil
    }
    position += Int64(length)
    let segment = JPEGSegment(marker: marker, range: start..<position, content: content)
    if marker == 0xDA {
      position = throughScans ? endOfScan(from: position) : file.count
    }
    return segment
  }

  /// The next marker that does not belong to the compressed data.
  private func endOfScan(from start: Int64) -> Int64 {
    var at = start
    while at < file.count {
      // One byte more than is looked at, for the code after an FF.
      let chunk = file.bytes(at, Int(Swift.min(Self.chunk, file.count - at))) ?? []
      guard chunk.count >= 2 else { break }
      for index in chunk.indices.dropLast() where chunk[index] == 0xFF {
        let code = chunk[index + 1]
        if code != 0, code != 0xFF, !(0xD0...0xD7 ~= code) { return at + Int64(index) }
      }
      at += Int64(chunk.count) - 1
    }
    return file.count
  }

  private static let chunk: Int64 = 64 << 10
}
