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
        edits += [.fill(bytes.slice(entry.valueOffset, upTo: entry.length))].compactMap { $0 }
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
