/// A directory of a TIFF structure.
struct TIFFDirectory {
  /// Where its count of entries stands.
  let offset: Int64
  let entries: [TIFFEntry]
  /// The offset of the next directory; 0 if there is none.
  let next: Int64

  /// The first entry of a tag.
  subscript(tag: TIFFTag) -> TIFFEntry? {
    entries.first { $0.tag == tag }
  }
}

struct TIFFEntry {
  let tag: TIFFTag
  /// Nil if the number of the type is not known.
  let type: ValueType?
  let count: Int64
  /// Where the entry's twelve bytes are.
  let offset: Int64
  /// Where its value is, in the entry or elsewhere.
  let valueOffset: Int64
  /// The length of its value in bytes; 0 if the type is not known.
  let length: Int64

  enum ValueType: UInt16 {
    case byte = 1
    case ascii, short, long, rational, signedByte, undefined, signedShort, signedLong
    case signedRational, float, double, directory
    /// EXIF 3.0.
    case utf8 = 129

    /// The size of one value in bytes.
    var size: Int {
      switch self {
      case .byte, .ascii, .signedByte, .undefined, .utf8: 1
      case .short, .signedShort: 2
      case .long, .signedLong, .float, .directory: 4
      case .rational, .signedRational, .double: 8
      }
    }
  }
}

/// The tags that tl reads and writes (EXIF 2.32, section 4.6); those of GPS directories have numbers of their own.
struct TIFFTag: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt16

  static let imageWidth = TIFFTag(rawValue: 0x0100)
  static let imageLength = TIFFTag(rawValue: 0x0101)
  static let make = TIFFTag(rawValue: 0x010F)
  static let model = TIFFTag(rawValue: 0x0110)
  static let orientation = TIFFTag(rawValue: 0x0112)
  static let dateTime = TIFFTag(rawValue: 0x0132)
  static let subDirectories = TIFFTag(rawValue: 0x014A)
  static let xmp = TIFFTag(rawValue: 0x02BC)
  static let exposureTime = TIFFTag(rawValue: 0x829A)
  static let fNumber = TIFFTag(rawValue: 0x829D)
  static let iptc = TIFFTag(rawValue: 0x83BB)
  static let photoshop = TIFFTag(rawValue: 0x8649)
  static let exifDirectory = TIFFTag(rawValue: 0x8769)
  static let gpsDirectory = TIFFTag(rawValue: 0x8825)
  static let sensitivity = TIFFTag(rawValue: 0x8827)
  static let recommendedIndex = TIFFTag(rawValue: 0x8832)
  static let isoSpeed = TIFFTag(rawValue: 0x8833)
  static let exifVersion = TIFFTag(rawValue: 0x9000)
  static let dateTimeOriginal = TIFFTag(rawValue: 0x9003)
  static let dateTimeDigitized = TIFFTag(rawValue: 0x9004)
  static let offsetTime = TIFFTag(rawValue: 0x9010)
  static let offsetTimeOriginal = TIFFTag(rawValue: 0x9011)
  static let offsetTimeDigitized = TIFFTag(rawValue: 0x9012)
  static let focalLength = TIFFTag(rawValue: 0x920A)
  static let makerNote = TIFFTag(rawValue: 0x927C)
  static let subSecTime = TIFFTag(rawValue: 0x9290)
  static let subSecTimeOriginal = TIFFTag(rawValue: 0x9291)
  static let subSecTimeDigitized = TIFFTag(rawValue: 0x9292)
  static let focalLength35mm = TIFFTag(rawValue: 0xA405)
  static let imageUniqueID = TIFFTag(rawValue: 0xA420)
}

extension TIFFTag {
  static let gpsVersion = TIFFTag(rawValue: 0)
  static let latitudeReference = TIFFTag(rawValue: 1)
  static let latitude = TIFFTag(rawValue: 2)
  static let longitudeReference = TIFFTag(rawValue: 3)
  static let longitude = TIFFTag(rawValue: 4)
  static let altitudeReference = TIFFTag(rawValue: 5)
  static let altitude = TIFFTag(rawValue: 6)
  static let gpsTimeStamp = TIFFTag(rawValue: 7)
  static let gpsDateStamp = TIFFTag(rawValue: 29)
}
