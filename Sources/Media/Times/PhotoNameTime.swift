internal import VaultFormat

/// The time that a camera, a phone or a messenger put into the name of a photo.
struct PhotoNameTime: Hashable, Sendable {
  let day: CalendarDay
  /// Seconds since midnight; nil if the name has a day only.
  let secondOfDay: Int?
  /// 0 to 999.
  let millisecond: Int
  /// Whether the time is in UTC, not in the local time of the place.
  let isUTC: Bool

  /// Nil if `stem`, a name without its extension, holds no day of the years 1900 to 2099.
  init?(stem: String) {
    let bytes = Array(stem.utf8)
    for start in bytes.indices where bytes[start].isASCIIDigit {
      guard start == 0 || !bytes[start - 1].isASCIIDigit else { continue }
      var scanner = NameScanner(bytes, from: start)
      guard let day = scanner.day() else { continue }
      self.day = day
      let clock = scanner.clock()
      secondOfDay = clock?.second
      millisecond = clock?.millisecond ?? 0
      // Google's camera names its photos in UTC since it begins them with these letters.
      isUTC = stem.hasPrefix("PXL_")
      return
    }
    return nil
  }
}

/// Reads a day and a clock time from a name.
private struct NameScanner {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func digitCount() -> Int {
    bytes[position...].prefix { $0.isASCIIDigit }.count
  }

  /// Nil, without moving, if not that many digits follow.
  private mutating func number(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    let digits = bytes[position..<position + count]
    guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
    position += count
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `20161120`, also with a clock time right behind it, or `2016-11-20`.
  mutating func day() -> CalendarDay? {
    let count = digitCount()
    if [8, 14, 17].contains(count) {
      guard let year = number(4), let month = number(2), let day = number(2) else { return nil }
      return Self.day(year, month, day)
    }
    guard count == 4, let year = number(4), let separator = next, "-_.".utf8.contains(separator)
    else { return nil }
    position += 1
    guard digitCount() == 2, let month = number(2), next == separator else { return nil }
    position += 1
    guard digitCount() == 2, let day = number(2) else { return nil }
    return Self.day(year, month, day)
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay? {
    1900...2099 ~= year ? CalendarDay(year: year, month: month, day: day) : nil
  }

  mutating func clock() -> (second: Int, millisecond: Int)? {
    skipSeparators()
    let count = digitCount()
    if count == 6 || count == 9 {
      guard let hour = number(2), let minute = number(2), let second = number(2) else { return nil }
      let millisecond = count == 9 ? number(3) ?? 0 : 0
      return Self.second(hour, minute, second).map { ($0, millisecond) }
    }
    guard 1...2 ~= count, let hour = number(count), let separator = next,
      ".-_:".utf8.contains(separator)
    else { return nil }
    position += 1
    guard digitCount() == 2, let minute = number(2), next == separator else { return nil }
    position += 1
    guard digitCount() == 2, let second = number(2) else { return nil }
    return Self.second(hourOfDay(hour), minute, second).map { ($0, 0) }
  }

  private static func second(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
    guard 0..<24 ~= hour, minute < 60, second <= 60 else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  /// Skips what may stand between day and clock time, such as ` at `.
  private mutating func skipSeparators() {
    let start = position
    while let byte = next, position - start < 3, "_- T.,".utf8.contains(byte) { position += 1 }
    if bytes[position...].starts(with: "at ".utf8) { position += 3 }
  }

  /// Applies `AM` or `PM`, of which macOS writes one behind a narrow blank; out of range if they do not fit.
  private func hourOfDay(_ hour: Int) -> Int {
    let text = String(decoding: bytes[position...].prefix(6), as: UTF8.self)
    let word = text.drop { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }.prefix(2).uppercased()
    guard word == "AM" || word == "PM" else { return hour }
    guard 1...12 ~= hour else { return -1 }
    return hour % 12 + (word == "PM" ? 12 : 0)
  }
}
