/// Blanks what can tell a position in a TIFF structure, in place: its length and all offsets stay.
enum TIFFRemoval {
  /// The most bytes of a value; one that claims more is not one of EXIF.
  private static let largestValue: Int64 = 1 << 20

  /// A GPS directory with nothing but its version.
  private static func emptyDirectory(_ tiff: TIFFStructure) -> [UInt8] {
    func number(_ value: some FixedWidthInteger) -> [UInt8] {
      tiff.isLittleEndian ? value.littleEndianBytes : value.bigEndianBytes
    }
    let version = number(UInt16(0)) + number(UInt16(1)) + number(UInt32(4)) + [2, 3, 0, 0]
    return number(UInt16(1)) + version + number(UInt32(0))
  }

  /// Edits of the source; none if the bytes are no TIFF structure, in which nothing is found either.
  static func edits(_ bytes: ByteSlice) throws(MetadataRemovalError) -> [MetadataRemoval.Edit] {
    guard let tiff = TIFFStructure(bytes) else { return [] }
    var edits: [MetadataRemoval.Edit] = []
    for (kind, directory) in tiff.directories {
      let isGPS = kind == .gps
      if isGPS, !directory.entries.isEmpty {
        let start = bytes.start + directory.offset
        let length = Int64(2 + 12 * directory.entries.count)
        // Of a single entry the offset of the next directory stays what it is; some writers leave it out.
        let blank = emptyDirectory(tiff).prefix(Int(length))
        edits.append(.overwrite(at: start, Array(blank)))
        edits.append(.fill(start + Int64(blank.count)..<start + length))
      }
      for entry in directory.entries where isGPS || hidden.contains(entry.tag) {
        guard entry.length <= largestValue else { throw .damaged }
        let isInEntry = entry.length <= 4
        if isGPS && isInEntry { continue }
        if let value = bytes.slice(entry.valueOffset, upTo: entry.length) {
          edits.append(.fill(value.range))
        }
      }
    }
    return edits
  }

  /// Values that only other programs can read: notes of makers, among which are names of places; XMP, IPTC, Photoshop.
  private static let hidden: Set<TIFFTag> = [.makerNote, .xmp, .iptc, .photoshop]

  /// A structure that says nothing but how the picture is turned.
  static func orientationOnly(_ orientation: PictureOrientation) -> [UInt8] {
    let entry =
      TIFFTag.orientation.rawValue.bigEndianBytes + UInt16(3).bigEndianBytes
      + UInt32(1).bigEndianBytes + UInt16(orientation.rawValue).bigEndianBytes + [0, 0]
    return Array("MM\0*".utf8) + UInt32(8).bigEndianBytes + UInt16(1).bigEndianBytes + entry
      + UInt32(0).bigEndianBytes
  }

  /// A structure without entries.
  static let empty: [UInt8] =
    Array("MM\0*".utf8) + UInt32(8).bigEndianBytes + UInt16(0).bigEndianBytes
    + UInt32(0).bigEndianBytes

  /// The orientation that has to be kept; nil if there is none, or it changes nothing.
  static func orientation(_ exif: ByteSlice?) -> PictureOrientation? {
    let orientation = exif.flatMap { PhotoDetails(exif: $0) }?.orientation
    return orientation == .upright ? nil : orientation
  }
}

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
    guard slice.count >= Int64(content.count) else { return [.fill(slice.range, filler)] }
    let start = slice.start + Int64(content.count)
    return [.overwrite(at: slice.start, content), .fill(start..<slice.end, filler)]
  }
}
