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
