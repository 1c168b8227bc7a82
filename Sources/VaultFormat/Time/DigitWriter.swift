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
