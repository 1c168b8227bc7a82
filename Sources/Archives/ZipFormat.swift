internal import SystemCalls

/// The numbers of the zip format (PKWARE's APPNOTE.TXT 6.3.10).
enum ZipFormat {
  /// What each part of the file begins with.
  static let localHeader: UInt32 = 0x0403_4B50
  static let directoryHeader: UInt32 = 0x0201_4B50
  static let end: UInt32 = 0x0605_4B50
  static let end64: UInt32 = 0x0606_4B50
  static let locator64: UInt32 = 0x0706_4B50

  static let localHeaderSize = 30
  static let directoryHeaderSize = 46
  static let endSize = 22
  static let end64Size = 56
  static let locator64Size = 20

  /// Ids of extra fields: sizes and offsets of 64 bits; the time in UTC, by Info-ZIP.
  static let extra64: UInt16 = 0x0001
  static let extraTime: UInt16 = 0x5455

  static let stored: UInt16 = 0
  static let deflated: UInt16 = 8
  /// The flags for an encrypted entry, and for a name in UTF-8.
  static let encrypted: UInt16 = 1
  static let utf8: UInt16 = 1 << 11
  /// Written by version 4.5 on Unix, so that the upper half of the attributes is a mode.
  static let madeBy: UInt16 = 3 << 8 | 45

  /// The greatest numbers mean that the number stands elsewhere, in 64 bits.
  static let max16 = Int64(UInt16.max)
  static let max32 = Int64(UInt32.max)
}

extension [UInt8] {
  mutating func append(little value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// The number that begins at `offset`; nil if it does not end within the bytes.
  func little<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
    return withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }
}

/// A time of MS-DOS, in steps of two seconds from 1980 to 2107.
struct DOSTime {
  var date: UInt16 = 1 << 5 | 1
  var time: UInt16 = 0

  /// 1 January 1980 at 00:00, which stands for no time.
  init() {}

  /// The time in UTC, so that it does not depend on the zone of this machine; the extra field has the exact one.
  init(_ instant: FileTime) {
    let parts = LocalTime.inUTC(instant.seconds, format: "%Y %m %d %H %M %S")
      .split(separator: " ").compactMap { UInt16($0) }
    guard parts.count == 6, (1980...2107).contains(parts[0]) else { return }
    date = (parts[0] - 1980) << 9 | parts[1] << 5 | parts[2]
    time = parts[3] << 11 | parts[4] << 5 | min(parts[5], 59) / 2
  }
}
