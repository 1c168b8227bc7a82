/// Parses numbers of fixed width from bytes, without allocating.
///
/// Invariant: `0 <= position <= bytes.count`; every read first checks how many bytes are left.
struct DigitCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  @inline(__always) var left: Int { bytes.count - position }
  @inline(__always) var isAtEnd: Bool { position == bytes.count }

  /// The next byte, or 0 at the end.
  @inline(__always) var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Skips `byte`; returns false and does not move if the next byte is another one.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips spaces and tabs; returns whether there were any.
  @inline(__always)
  mutating func skipBlanks() -> Bool {
    let start = position
    while position < bytes.count, bytes[position].isBlank { position += 1 }
    return position > start
  }

  /// Reads a number of two digits; returns nil and does not move if the next two bytes are not digits.
  @inline(__always)
  mutating func twoDigits() -> Int? {
    guard left >= 2 else { return nil }
    let tens = bytes[position] &- UInt8(ascii: "0")
    let ones = bytes[position + 1] &- UInt8(ascii: "0")
    guard tens <= 9, ones <= 9 else { return nil }
    position += 2
    return Int(tens) * 10 + Int(ones)
  }

  @inline(__always)
  mutating func fourDigits() -> Int? {
    guard let high = twoDigits(), let low = twoDigits() else { return nil }
    return high * 100 + low
  }

  /// The number of digits that follow.
  @inline(__always)
  func digitCount() -> Int {
    var end = position
    while end < bytes.count, bytes[end].isASCIIDigit { end += 1 }
    return end - position
  }

  /// Skips all digits that follow; returns whether there were any.
  @inline(__always)
  mutating func skipDigits() -> Bool {
    let count = digitCount()
    position += count
    return count > 0
  }

  /// Reads the next `count` bytes, at most 18, which the caller has checked to be digits.
  mutating func number(digits count: Int) -> Int64 {
    var value: Int64 = 0
    for byte in bytes[position..<position + count] {
      value = value * 10 + Int64(byte &- UInt8(ascii: "0"))
    }
    position += count
    return value
  }

  /// `2026-11-20`, or with another separator between the numbers.
  @inline(__always)
  mutating func isoDay(separator: UInt8 = UInt8(ascii: "-")) -> CalendarDay? {
    guard let year = fourDigits(), skip(separator), let month = twoDigits(), skip(separator),
      let day = twoDigits()
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }

  /// `20261120`.
  mutating func compactDay() -> CalendarDay? {
    guard let year = fourDigits(), let month = twoDigits(), let day = twoDigits() else {
      return nil
    }
    return CalendarDay(year: year, month: month, day: day)
  }
}

/// Writes dates and clock times into a buffer of the caller; the longest takes 25 bytes.
///
/// Invariant: `count <= buffer.count`; bytes that do not fit are dropped.
struct DigitWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  mutating func write(_ byte: UInt8) {
    guard count < buffer.count else { return }
    buffer.initializeElement(at: count, to: byte)
    count += 1
  }

  /// `value` is 0 to 99.
  mutating func writeTwo(_ value: Int) {
    write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10))
    write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10))
  }

  mutating func write(_ day: CalendarDay) {
    let (year, month, day) = day.components
    writeTwo(year / 100)
    writeTwo(year % 100)
    write(UInt8(ascii: "-"))
    writeTwo(month)
    write(UInt8(ascii: "-"))
    writeTwo(day)
  }

  /// `18:03:11`; `second` is the second of the day.
  mutating func writeClock(_ second: Int) {
    writeTwo(second / 3600)
    write(UInt8(ascii: ":"))
    writeTwo(second / 60 % 60)
    write(UInt8(ascii: ":"))
    writeTwo(second % 60)
  }

  /// `Z`, or `+01:00`; `offset` is in seconds east of UTC, less than a day.
  mutating func writeOffset(_ offset: Int) {
    guard offset != 0 else { return write(UInt8(ascii: "Z")) }
    write(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let minutes = abs(offset) / 60
    writeTwo(minutes / 60)
    write(UInt8(ascii: ":"))
    writeTwo(minutes % 60)
  }
}
