@testable import Media

/// Makes a TIFF structure with three directories.
struct ExifBuilder {
  enum Value {
    case short(UInt16)
    case long(UInt32)
    case ascii(String)
    case rationals([(UInt32, UInt32)])
    case bytes([UInt8])
    case undefined([UInt8])
    /// Any type, count and value field, as only damaged files have them.
    case raw(type: UInt16, count: UInt32, field: UInt32)
  }

  var isLittleEndian = true
  var picture: [(TIFFTag, Value)] = []
  var exif: [(TIFFTag, Value)] = []
  var gps: [(TIFFTag, Value)] = []

  /// 48°51'30.24" N, 2°17'40.2" E, 35 m high, at 17:03:08 UTC.
  static let paris: [(TIFFTag, Value)] = [
    (TIFFTag(rawValue: 0), .bytes([2, 3, 0, 0])),
    (.latitudeReference, .ascii("N")),
    (.latitude, .rationals([(48, 1), (51, 1), (3024, 100)])),
    (.longitudeReference, .ascii("E")),
    (.longitude, .rationals([(2, 1), (17, 1), (402, 10)])),
    (.altitudeReference, .bytes([0])),
    (.altitude, .rationals([(35, 1)])),
    (.gpsTimeStamp, .rationals([(17, 1), (3, 1), (8, 1)])),
    (.gpsDateStamp, .ascii("2020:11:20")),
  ]

  /// A photo as phones take it, with all that is read.
  static func phone(
    isLittleEndian: Bool = true, orientation: Int = 6, offset: String? = "+01:00",
    hasPosition: Bool = true
  ) -> ExifBuilder {
    var builder = ExifBuilder(isLittleEndian: isLittleEndian)
    builder.picture = [
      (.make, .ascii("Apfel")), (.model, .ascii("Phone 12")),
      (.orientation, .short(UInt16(orientation))), (.dateTime, .ascii("2021:01:02 03:04:05")),
    ]
    builder.exif = [
      (.exposureTime, .rationals([(1, 50)])), (.fNumber, .rationals([(18, 10)])),
      (.sensitivity, .short(125)), (.dateTimeOriginal, .ascii("2020:11:20 18:03:11")),
      (.dateTimeDigitized, .ascii("2020:11:20 18:03:12")),
    ]
    if let offset { builder.exif.append((.offsetTimeOriginal, .ascii(offset))) }
    builder.exif += [
      (.focalLength, .rationals([(42, 10)])),
      (.makerNote, .undefined(Array("maker notes of some length".utf8))),
      (.subSecTimeOriginal, .ascii("123")),
      (.focalLength35mm, .short(26)),
    ]
    if hasPosition { builder.gps = paris }
    return builder
  }

  var bytes: [UInt8] {
    var out: [UInt8] = isLittleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
    out += number(UInt32(8))
    var picture = picture
    // The other directories follow the first one, whose length is known before its pointers are.
    let pointers = (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1)
    let afterPicture = 8 + length(picture) + 12 * pointers
    let exifStart = afterPicture
    let gpsStart = exifStart + (exif.isEmpty ? 0 : length(exif))
    if !exif.isEmpty { picture.append((.exifDirectory, .long(UInt32(exifStart)))) }
    if !gps.isEmpty { picture.append((.gpsDirectory, .long(UInt32(gpsStart)))) }
    out += directory(picture, at: 8)
    if !exif.isEmpty { out += directory(exif, at: exifStart) }
    if !gps.isEmpty { out += directory(gps, at: gpsStart) }
    return out
  }

  private func length(_ entries: [(TIFFTag, Value)]) -> Int {
    6 + entries.reduce(0) { $0 + 12 + (data($1.1).count > 4 ? data($1.1).count : 0) }
  }

  private func directory(_ entries: [(TIFFTag, Value)], at start: Int) -> [UInt8] {
    var table = number(UInt16(entries.count))
    var values: [UInt8] = []
    for (tag, value) in entries {
      let data = data(value)
      table += number(tag.rawValue) + number(type(value)) + number(count(value))
      if data.count <= 4 {
        table += data + Array(repeating: 0, count: 4 - data.count)
      } else {
        table += number(UInt32(start + 6 + 12 * entries.count + values.count))
        values += data
      }
    }
    return table + number(UInt32(0)) + values
  }

  private func number(_ value: some FixedWidthInteger) -> [UInt8] {
    isLittleEndian ? value.littleEndianBytes : value.bigEndianBytes
  }

  private func type(_ value: Value) -> UInt16 {
    switch value {
    case .short: 3
    case .long: 4
    case .ascii: 2
    case .rationals: 5
    case .bytes: 1
    case .undefined: 7
    case .raw(let type, _, _): type
    }
  }

  private func count(_ value: Value) -> UInt32 {
    switch value {
    case .short, .long: 1
    case .ascii(let text): UInt32(text.utf8.count + 1)
    case .rationals(let values): UInt32(values.count)
    case .bytes(let bytes), .undefined(let bytes): UInt32(bytes.count)
    case .raw(_, let count, _): count
    }
  }

  private func data(_ value: Value) -> [UInt8] {
    switch value {
    case .short(let value): number(value)
    case .long(let value): number(value)
    case .ascii(let text): Array(text.utf8) + [0]
    case .rationals(let values): values.flatMap { number($0.0) + number($0.1) }
    case .bytes(let bytes), .undefined(let bytes): bytes
    case .raw(_, _, let field): number(field)
    }
  }
}
