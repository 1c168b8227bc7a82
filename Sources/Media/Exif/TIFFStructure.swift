/// A TIFF structure (TIFF 6.0, section 2): a TIFF file, or the EXIF of a picture in another format.
struct TIFFStructure {
  let bytes: ByteSlice
  let isLittleEndian: Bool
  /// The offset of the first directory.
  let first: Int64

  /// Nil without the header of eight bytes.
  init?(_ bytes: ByteSlice) {
    switch bytes.bytes(0, 4) {
    case [0x49, 0x49, 0x2A, 0x00]: isLittleEndian = true
    case [0x4D, 0x4D, 0x00, 0x2A]: isLittleEndian = false
    default: return nil
    }
    self.bytes = bytes
    guard let offset = isLittleEndian ? bytes.little(4, 4) : bytes.big(4, 4) else { return nil }
    first = Int64(offset)
  }

  /// Entries that are read of one directory.
  static let mostEntries = 1_000

  /// Nil if it is not there; entries that are cut off are left out.
  func directory(at offset: Int64) -> TIFFDirectory? {
    guard offset >= 8, let stored = number(offset, 2) else { return nil }
    let count = Int(stored)
    let available = Int(min((bytes.count - offset - 2) / 12, Int64(min(count, Self.mostEntries))))
    guard let table = bytes.bytes(offset + 2, available * 12) else { return nil }
    let entries = (0..<available).map { index in
      entry(table[(index * 12)..<(index * 12 + 12)], at: offset + 2 + Int64(index) * 12)
    }
    let next = count <= Self.mostEntries ? number(offset + 2 + Int64(count) * 12, 4) : nil
    return TIFFDirectory(offset: offset, entries: entries, next: Int64(next ?? 0))
  }

  private func entry(_ raw: ArraySlice<UInt8>, at offset: Int64) -> TIFFEntry {
    func number(_ range: Range<Int>) -> UInt64 {
      let part = raw.dropFirst(range.lowerBound).prefix(range.count)
      return isLittleEndian ? part.littleEndian : part.bigEndian
    }
    let type = TIFFEntry.ValueType(rawValue: UInt16(truncatingIfNeeded: number(2..<4)))
    let count = Int64(number(4..<8))
    // Both have at most 32 bits, so the product does not overflow.
    let length = count * Int64(type?.size ?? 0)
    // Values of up to four bytes stand in the entry itself.
    return TIFFEntry(
      tag: TIFFTag(rawValue: UInt16(truncatingIfNeeded: number(0..<2))), type: type, count: count,
      offset: offset, valueOffset: length <= 4 ? offset + 8 : Int64(number(8..<12)), length: length)
  }

  /// An unsigned number in the structure's byte order.
  private func number(_ offset: Int64, _ length: Int) -> UInt64? {
    isLittleEndian ? bytes.little(offset, length) : bytes.big(offset, length)
  }
}

// MARK: - Values

extension TIFFStructure {
  /// The first number of an entry; nil if it is none.
  func number(_ entry: TIFFEntry?) -> UInt32? {
    guard let entry, entry.count >= 1 else { return nil }
    let width =
      switch entry.type {
      case .byte: 1
      case .short: 2
      case .long: 4
      default: 0
      }
    guard width > 0 else { return nil }
    return number(entry.valueOffset, width).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// A text up to its first zero, without blanks around it; nil if it is empty.
  ///
  /// - Parameter limit: in bytes.
  func text(_ entry: TIFFEntry?, limit: Int = 256) -> String? {
    guard let entry, entry.type == .ascii || entry.type == .byte || entry.type == .utf8,
      let slice = bytes.slice(entry.valueOffset, upTo: min(entry.length, Int64(limit)))
    else { return nil }
    let characters = slice.prefix(limit).prefix { $0 != 0 }
    let scalars = String(decoding: characters, as: UTF8.self).unicodeScalars
    let text = String(String.UnicodeScalarView(scalars.map { $0.value < 0x20 ? " " : $0 }))
    let trimmed = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    return trimmed.isEmpty ? nil : String(trimmed)
  }

  /// The first fractions of an entry; nil if there are fewer, or one has no positive denominator.
  func fractions(_ entry: TIFFEntry?, _ count: Int) -> [Double]? {
    guard let entry, entry.type == .rational || entry.type == .signedRational,
      entry.count >= Int64(count)
    else { return nil }
    let isSigned = entry.type == .signedRational
    func whole(_ offset: Int64) -> Double? {
      number(offset, 4).map {
        isSigned ? Double(Int32(truncatingIfNeeded: $0)) : Double(UInt32(truncatingIfNeeded: $0))
      }
    }
    var values: [Double] = []
    for index in 0..<count {
      let offset = entry.valueOffset + Int64(index) * 8
      guard let top = whole(offset), let bottom = whole(offset + 4), bottom > 0 else { return nil }
      values.append(top / bottom)
    }
    return values
  }

  func fraction(_ entry: TIFFEntry?) -> Double? {
    fractions(entry, 1)?.first
  }
}

extension TIFFStructure {
  /// What a directory is about, by the entry that leads to it.
  enum DirectoryKind { case picture, exif, gps }

  /// Directories that lie in each other.
  static let greatestDepth = 4
  private static let mostDirectories = 32

  /// All directories that the structure leads to, each once, the first one first.
  var directories: [(kind: DirectoryKind, directory: TIFFDirectory)] {
    var found: [(kind: DirectoryKind, directory: TIFFDirectory)] = []
    var waiting: [(kind: DirectoryKind, offset: Int64, depth: Int)] = [(.picture, first, 1)]
    var visited: Set<Int64> = []
    var position = 0
    while position < waiting.count, found.count < Self.mostDirectories {
      let (kind, offset, depth) = waiting[position]
      position += 1
      guard visited.insert(offset).inserted, let directory = directory(at: offset) else { continue }
      found.append((kind, directory))
      if directory.next != 0, kind == .picture { waiting.append((.picture, directory.next, depth)) }
      guard depth < Self.greatestDepth else { continue }
      for entry in directory.entries {
        waiting += pointers(in: entry).map { ($0.kind, $0.offset, depth + 1) }
      }
    }
    return found
  }

  private func pointers(in entry: TIFFEntry) -> [(kind: DirectoryKind, offset: Int64)] {
    switch entry.tag {
    case .exifDirectory: return pointer(entry, .exif)
    case .gpsDirectory: return pointer(entry, .gps)
    case .subDirectories:
      guard entry.type == .long || entry.type == .directory else { return [] }
      let table = bytes.bytes(entry.valueOffset, 4 * Int(min(entry.count, 8))) ?? []
      return stride(from: 0, to: table.count, by: 4).map { start in
        let raw = table[start..<start + 4]
        return (.picture, Int64(isLittleEndian ? raw.littleEndian : raw.bigEndian))
      }
    default: return []
    }
  }

  private func pointer(
    _ entry: TIFFEntry, _ kind: DirectoryKind
  ) -> [(kind: DirectoryKind, offset: Int64)] {
    let isDirectory = entry.type == .directory
    let target = isDirectory ? bytes.bytes(entry.valueOffset, 4) : nil
    let offset =
      target.map { UInt32(truncatingIfNeeded: isLittleEndian ? $0.littleEndian : $0.bigEndian) }
      ?? number(entry)
    return offset.map { [(kind, Int64($0))] } ?? []
  }
}

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
