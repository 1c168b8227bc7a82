/// Removes metadata from JPEG.
enum JPEGRemoval {
  private static let iccPrefix = Array("ICC_PROFILE\0".utf8)
  private static let jfifPrefix = Array("JFIF\0".utf8)
  private static let photoshopPrefix = Array("Photoshop 3.0\0".utf8)

  static func plan(
    _ extent: MetadataExtent, _ file: ByteSlice
  ) throws(MetadataRemovalError) -> MetadataRemoval {
    var segments = JPEGSegments(file, throughScans: true)
    var all: [JPEGSegment] = []
    while let segment = segments.next() { all.append(segment) }
    guard let end = segments.end else { throw .damaged }
    var edits: [MetadataRemoval.Edit] = []
    switch extent {
    case .position: for segment in all { try edits += positionEdits(segment) }
    case .all: edits = removals(all, file)
    }
    let trailer = try self.trailer(extent, file, from: end)
    return try MetadataRemoval(edits + trailer.edits, trailer: trailer.cut)
  }

  // MARK: - Position

  /// In place, so that what points into the file stays right.
  private static func positionEdits(
    _ segment: JPEGSegment
  ) throws(MetadataRemovalError) -> [MetadataRemoval.Edit] {
    if let exif = segment.exif { return try TIFFRemoval.edits(exif) }
    let content = segment.content
    if segment.marker == 0xED, content.hasPrefix(photoshopPrefix) {
      return BlankMetadata.photoshop(content.rest(from: Int64(photoshopPrefix.count)))
    }
    guard segment.isXMP else { return [] }
    let isExtension = content.hasPrefix(JPEGSegment.extendedXMPPrefix)
    let prefix = isExtension ? JPEGSegment.extendedXMPPrefix : JPEGSegment.xmpPrefix
    let rest = content.rest(from: Int64(prefix.count))
    // An extension is a part of a text, which a digest before it names.
    if isExtension { return rest.map { [.fill($0.range, UInt8(ascii: " "))] } ?? [] }
    return BlankMetadata.xmp(rest)
  }

  // MARK: - All

  private static func removals(_ segments: [JPEGSegment], _ file: ByteSlice)
    -> [MetadataRemoval.Edit]
  {
    let first = segments.first { $0.exif != nil }
    let orientation = TIFFRemoval.orientation(first?.exif)
    return segments.filter { !isKept($0) }.map { segment in
      let range = file.start + segment.range.lowerBound..<file.start + segment.range.upperBound
      guard let orientation, segment.range == first?.range else { return .remove(range) }
      let content = JPEGSegment.exifPrefix + TIFFRemoval.orientationOnly(orientation)
      let length = UInt16(content.count + 2).bigEndianBytes
      return MetadataRemoval.Edit(range: range, content: .bytes([0xFF, 0xE1] + length + content))
    }
  }

  /// Whether a segment is needed to show the picture: everything but texts and what applications added, of which the
  /// colour profile and Adobe's colour transform are needed.
  private static func isKept(_ segment: JPEGSegment) -> Bool {
    switch segment.marker {
    // Longer ones have a small picture, which may show more than the large one.
    case 0xE0: segment.content.hasPrefix(jfifPrefix) && segment.content.count == 14
    case 0xE2: segment.content.hasPrefix(iccPrefix)
    case 0xEE: segment.content.hasPrefix("Adobe".utf8)
    case 0xE1...0xEF, 0xFE: false
    default: true
    }
  }

  // MARK: - Behind the picture

  /// Phones store further pictures and films behind the first one, with metadata of their own.
  private static func trailer(
    _ extent: MetadataExtent, _ file: ByteSlice, from end: Int64
  ) throws(MetadataRemovalError) -> (edits: [MetadataRemoval.Edit], cut: Int64) {
    guard let trailer = file.rest(from: end), trailer.count > 0 else { return ([], 0) }
    if extent == .position {
      if trailer.hasPrefix([0xFF, 0xD8, 0xFF]) {
        let inner = try plan(extent, trailer)
        return (inner.edits, inner.trailer)
      }
      if let type = ISOFile.type(of: trailer), type.kind == .film {
        return (try ISORemoval.edits(extent, trailer), 0)
      }
    }
    return ([.remove(trailer.range)], trailer.count)
  }
}
