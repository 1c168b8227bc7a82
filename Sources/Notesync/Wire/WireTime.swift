internal import VaultFormat

/// A moment as the protocol has it: microseconds since 1970-01-01T00:00:00Z.
///
/// Offsets in a text are converted, although the original server drops them: tl itself never sends one.
package struct WireTime: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Clamped to the representable range.
  package init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    microseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  package static func < (a: WireTime, b: WireTime) -> Bool { a.microseconds < b.microseconds }

  /// The whole second, rounded down.
  package var seconds: Int64 {
    let quotient = microseconds / 1_000_000
    return microseconds % 1_000_000 < 0 ? quotient - 1 : quotient
  }

  /// 0001-01-01T00:00:00Z and the last second of the year 9999, which every reader takes.
  package static let earliest = WireTime(seconds: -62_135_596_800)
  package static let latest = WireTime(seconds: 253_402_300_799)
}

// MARK: - Text

extension WireTime {
  /// `2026-03-01T09:30:00Z`, without the fraction; clamped to the years 1 to 9999.
  package var text: String {
    let bounded = min(max(seconds, Self.earliest.seconds), Self.latest.seconds)
    let time = NoteTime(seconds: bounded, offset: 0) ?? NoteTime(instant: bounded, zone: .utc)
    return time.rfc3339
  }

  /// Reads every form that the original server takes: a day and a clock time with `T`, `t` or a blank between,
  /// seconds and a fraction or none, `Z`, `±HH:MM`, `±HHMM` or nothing for UTC; a day alone; seconds or
  /// milliseconds since 1970.
  ///
  /// Digits of a fraction after the sixth are ignored. Nil for `24:00`, `:60`, and invalid days.
  package init?(_ text: String) {
    var text = text
    guard let time = text.withUTF8({ WireTime(parsing: $0) }) else { return nil }
    self = time
  }

  private init?(parsing bytes: UnsafeBufferPointer<UInt8>) {
    var cursor = TimeCursor(bytes: bytes)
    guard let day = cursor.day() else {
      guard let number = Double(String(decoding: bytes, as: UTF8.self)) else { return nil }
      self.init(unix: number)
      return
    }
    let (days, overflow) = Int64(day.number).multipliedReportingOverflow(by: 86_400)
    guard !overflow, 1...9999 ~= day.year else { return nil }
    var (seconds, fraction) = (days, Int64(0))
    if !cursor.isAtEnd {
      guard cursor.takeOne(of: "Tt "), let clock = cursor.clock(), let offset = cursor.offset(),
        cursor.isAtEnd
      else { return nil }
      seconds += clock.seconds - offset
      fraction = clock.microseconds
    }
    self.init(microseconds: seconds * 1_000_000 + fraction)
  }

  /// - Parameter number: seconds since 1970; milliseconds where it is greater than 20,000,000,000.
  package init?(unix number: Double) {
    let seconds = abs(number) > 2e10 ? number / 1000 : number
    guard seconds.isFinite, abs(seconds) < 2.6e11 else { return nil }
    self.init(microseconds: Int64((seconds * 1_000_000).rounded()))
    guard self >= Self.earliest, seconds < Double(Self.latest.seconds + 1) else { return nil }
  }
}

/// Reads the parts of a time one after the other.
private struct TimeCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var place = 0

  var isAtEnd: Bool { place == bytes.count }

  mutating func takeOne(of characters: String) -> Bool {
    guard place < bytes.count, characters.utf8.contains(bytes[place]) else { return false }
    place += 1
    return true
  }

  private mutating func number(_ digits: Int) -> Int64? {
    guard bytes.count - place >= digits else { return nil }
    var value: Int64 = 0
    for byte in bytes[place..<(place + digits)] {
      guard byte.isASCIIDigit else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    place += digits
    return value
  }

  mutating func day() -> CalendarDay? {
    guard let year = number(4), takeOne(of: "-"), let month = number(2), takeOne(of: "-"),
      let day = number(2)
    else { return nil }
    return CalendarDay(year: Int(year), month: Int(month), day: Int(day))
  }

  /// Since midnight.
  mutating func clock() -> (seconds: Int64, microseconds: Int64)? {
    guard let hour = number(2), hour < 24, takeOne(of: ":"), let minute = number(2), minute < 60
    else { return nil }
    let start = hour * 3600 + minute * 60
    guard takeOne(of: ":") else { return (start, 0) }
    guard let second = number(2), second < 60 else { return nil }
    guard takeOne(of: ".,") else { return (start + second, 0) }
    guard let fraction = fraction() else { return nil }
    return (start + second, fraction)
  }

  private mutating func fraction() -> Int64? {
    var (value, unit) = (Int64(0), Int64(100_000))
    let start = place
    while let digit = number(1) {
      value += digit * unit
      unit /= 10
    }
    return place > start ? value : nil
  }

  /// The offset in seconds east of UTC; 0 at the end of the text.
  mutating func offset() -> Int64? {
    if isAtEnd || takeOne(of: "Zz") { return 0 }
    let isWest = takeOne(of: "-")
    guard isWest || takeOne(of: "+"), let hours = number(2), hours < 24 else { return nil }
    _ = takeOne(of: ":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isWest ? -seconds : seconds
  }
}
