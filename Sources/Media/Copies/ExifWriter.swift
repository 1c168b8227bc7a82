internal import VaultFormat

extension PhotoDetails {
  /// As EXIF: a TIFF structure; nil if there is nothing to write.
  package var exif: [UInt8]? {
    ExifWriter(details: self, hasPosition: true, uniqueID: nil).bytes
  }
}

/// Writes EXIF anew from what was read: nothing else of the original's metadata gets into a copy.
struct ExifWriter {
  let details: PhotoDetails
  /// Whether the position and the time of the satellites are written.
  let hasPosition: Bool
  /// 32 hexadecimal digits that stand for the original.
  let uniqueID: String?

  /// A TIFF structure, at most some kilobytes long; nil if there is nothing to write.
  var bytes: [UInt8]? {
    let picture = pictureFields
    let camera = cameraFields
    let gps = hasPosition ? gpsFields : []
    guard !picture.isEmpty || !camera.isEmpty || !gps.isEmpty else { return nil }
    var bytes = Array("MM\0*".utf8) + UInt32(8).bigEndianBytes
    let pointers = [(TIFFTag.exifDirectory, camera), (.gpsDirectory, gps)].filter { !$1.isEmpty }
    let root = picture + pointers.map { TIFFField($0.0, .long, UInt32(0).bigEndianBytes) }
    var start = 8 + TIFFField.length(of: root)
    var filled = picture
    var parts: [[UInt8]] = []
    for (tag, fields) in pointers {
      filled.append(TIFFField(tag, .long, UInt32(clamping: start).bigEndianBytes))
      let part = TIFFField.directory(fields, at: start)
      start += part.count
      parts.append(part)
    }
    bytes += TIFFField.directory(filled, at: 8)
    return bytes + parts.joined()
  }

  // MARK: - Fields

  private var pictureFields: [TIFFField] {
    [
      details.make.map { .text(.make, $0) }, details.model.map { .text(.model, $0) },
      details.modified.map { .text(.dateTime, Self.text($0)) },
    ].compactMap(\.self)
  }

  private var cameraFields: [TIFFField] {
    var fields: [TIFFField?] = [
      details.exposureTime.flatMap { .fraction(.exposureTime, $0) },
      details.fNumber.flatMap { .fraction(.fNumber, $0) },
      details.focalLength.flatMap { .fraction(.focalLength, $0) },
      details.iso.flatMap { .short(.sensitivity, $0) },
      details.focalLength35mm.flatMap { .short(.focalLength35mm, $0) },
      uniqueID.map { .text(.imageUniqueID, $0) },
    ]
    fields += Self.time(
      details.original, .dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal)
    fields += Self.time(
      details.digitized, .dateTimeDigitized, .subSecTimeDigitized, .offsetTimeDigitized)
    fields += Self.time(details.modified, nil, .subSecTime, .offsetTime)
    let written = fields.compactMap(\.self)
    guard !written.isEmpty else { return [] }
    return written + [TIFFField(.exifVersion, .undefined, Array("0232".utf8))]
  }

  private var gpsFields: [TIFFField] {
    var fields: [TIFFField?] = []
    if let position = details.position {
      fields += [
        .text(.latitudeReference, position.latitude < 0 ? "S" : "N"),
        .degrees(.latitude, position.latitude),
        .text(.longitudeReference, position.longitude < 0 ? "W" : "E"),
        .degrees(.longitude, position.longitude),
      ]
      if let altitude = position.altitude, let height = TIFFField.fraction(.altitude, altitude) {
        fields += [TIFFField(.altitudeReference, .byte, [altitude < 0 ? 1 : 0]), height]
      }
    }
    if let time = details.gpsTime.map({ NoteTime(instant: $0, zone: .utc) }) {
      let second = time.secondOfDay
      let numbers = [second / 3600, second / 60 % 60, second % 60]
      fields += [
        TIFFField(.gpsTimeStamp, .rational, numbers.flatMap { TIFFField.whole($0) }),
        .text(.gpsDateStamp, Self.text(time.day)),
      ]
    }
    let written = fields.compactMap(\.self)
    guard !written.isEmpty else { return [] }
    return written + [TIFFField(.gpsVersion, .byte, [2, 3, 0, 0])]
  }

  // MARK: - Times

  private static func time(
    _ time: CameraTime?, _ tag: TIFFTag?, _ fraction: TIFFTag, _ offset: TIFFTag
  ) -> [TIFFField?] {
    guard let time else { return [] }
    return [
      tag.map { .text($0, text(time)) },
      time.millisecond > 0 ? .text(fraction, padded(time.millisecond, 3)) : nil,
      time.offset.map { .text(offset, text(offset: $0)) },
    ]
  }

  /// `2016:11:20 18:03:11`.
  private static func text(_ time: CameraTime) -> String {
    let second = time.secondOfDay
    let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return "\(text(time.day)) \(clock.joined(separator: ":"))"
  }

  private static func text(_ day: CalendarDay) -> String {
    "\(day)".replacing("-", with: ":")
  }

  /// `+02:00`.
  private static func text(offset: Int) -> String {
    let minutes = abs(offset) / 60
    return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}

/// An entry of a TIFF directory that is written, with its value.
struct TIFFField {
  let tag: TIFFTag
  let type: TIFFEntry.ValueType
  /// The number that counts most first.
  let value: [UInt8]

  init(_ tag: TIFFTag, _ type: TIFFEntry.ValueType, _ value: [UInt8]) {
    self.tag = tag
    self.type = type
    self.value = value
  }

  /// The most bytes of a text: longer names of cameras are no names.
  private static let textLimit = 256

  /// ASCII that ends with a zero; other characters become question marks.
  static func text(_ tag: TIFFTag, _ text: String) -> TIFFField {
    let bytes = text.unicodeScalars.prefix(textLimit).map { scalar in
      0x20...0x7E ~= scalar.value ? UInt8(truncatingIfNeeded: scalar.value) : UInt8(ascii: "?")
    }
    return TIFFField(tag, .ascii, bytes + [0])
  }

  /// Nil for a number beyond 16 bits.
  static func short(_ tag: TIFFTag, _ number: Int) -> TIFFField? {
    UInt16(exactly: number).map { TIFFField(tag, .short, $0.bigEndianBytes) }
  }

  /// The absolute value of a number; nil if it is too large to be written.
  static func fraction(_ tag: TIFFTag, _ number: Double) -> TIFFField? {
    let value = abs(number)
    // Short exposures are parts of a second, such as 1/250.
    if value > 0, value < 1, (1 / value).rounded() < 1_000_000 {
      let parts = (1_000_000 / (1 / value)).rounded()
      let whole = (1 / value).rounded()
      if abs(1 / whole - value) < value / 10_000 {
        return TIFFField(tag, .rational, rational(1, UInt32(whole)))
      }
      return TIFFField(tag, .rational, rational(UInt32(parts), 1_000_000))
    }
    guard value < 1_000_000 else { return nil }
    return TIFFField(tag, .rational, rational(UInt32((value * 1000).rounded()), 1000))
  }

  /// Degrees, minutes and seconds of an angle of at most 180 degrees, to a ten-thousandth of a second.
  static func degrees(_ tag: TIFFTag, _ angle: Double) -> TIFFField {
    let parts = Int((min(abs(angle), 180) * 36_000_000).rounded())
    let (degree, minute) = (parts / 36_000_000, parts / 600_000 % 60)
    return TIFFField(
      tag, .rational,
      whole(degree) + whole(minute) + rational(UInt32(parts % 600_000), 10_000))
  }

  static func whole(_ number: Int) -> [UInt8] { rational(UInt32(clamping: number), 1) }

  private static func rational(_ number: UInt32, _ divisor: UInt32) -> [UInt8] {
    number.bigEndianBytes + divisor.bigEndianBytes
  }

  // MARK: - Directories

  /// The bytes of a directory with these fields and their values.
  static func length(of fields: [TIFFField]) -> Int {
    fields.reduce(6) { $0 + 12 + $1.outside }
  }

  /// A directory that stands at an offset of the structure, and behind it the values that do not fit into their entries.
  static func directory(_ fields: [TIFFField], at offset: Int) -> [UInt8] {
    let sorted = fields.sorted { $0.tag.rawValue < $1.tag.rawValue }
    var entries = UInt16(clamping: sorted.count).bigEndianBytes
    var values: [UInt8] = []
    for field in sorted {
      entries += field.tag.rawValue.bigEndianBytes + field.type.rawValue.bigEndianBytes
      entries += UInt32(clamping: field.value.count / field.type.size).bigEndianBytes
      if field.outside == 0 {
        entries += field.value + Array(repeating: 0, count: 4 - field.value.count)
      } else {
        let place = offset + 6 + 12 * sorted.count + values.count
        entries += UInt32(clamping: place).bigEndianBytes
        values += field.value + Array(repeating: 0, count: field.outside - field.value.count)
      }
    }
    return entries + UInt32(0).bigEndianBytes + values
  }

  /// What the value takes behind the directory: an even number of bytes.
  private var outside: Int { value.count <= 4 ? 0 : (value.count + 1) / 2 * 2 }
}
