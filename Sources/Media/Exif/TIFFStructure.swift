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
