package import VaultFormat

/// A time as EXIF writes it: of a clock on a wall, perhaps with its offset.
package struct CameraTime: Hashable, Sendable {
  package var day: CalendarDay
  /// Seconds since midnight.
  package var secondOfDay: Int
  /// 0 to 999.
  package var millisecond: Int
  /// Seconds east of UTC.
  package var offset: Int?

  package init(day: CalendarDay, secondOfDay: Int, millisecond: Int = 0, offset: Int? = nil) {
    self.day = day
    self.secondOfDay = secondOfDay
    self.millisecond = millisecond
    self.offset = offset
  }

  /// Seconds from 1970-01-01T00:00:00 on, both in local time.
  package var local: Int64 { Int64(day.number) * 86_400 + Int64(secondOfDay) }

  /// Parses `2026:11:20 18:03:11`, also with other separators, as some programs write it.
  ///
  /// A time that was never set is written as blanks or zeros, and is nil.
  init?(_ text: String, fraction: String?, offset: String?) {
    let numbers = text.utf8.split { !$0.isASCIIDigit }.prefix(6).map { Int(Substring($0)) ?? -1 }
    guard numbers.count >= 5, text.utf8.first?.isASCIIDigit == true,
      let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2]), numbers[0] > 0,
      0..<24 ~= numbers[3], 0..<60 ~= numbers[4]
    else { return nil }
    let second = numbers.count > 5 ? numbers[5] : 0
    guard 0...60 ~= second else { return nil }
    self.day = day
    // A leap second stays within its day.
    secondOfDay = numbers[3] * 3600 + numbers[4] * 60 + min(second, 59)
    millisecond = Self.milliseconds(fraction ?? "")
    self.offset = offset.flatMap(Self.offset)
  }

  /// `5` is half a second, `123456` is 123 ms.
  private static func milliseconds(_ fraction: String) -> Int {
    let digits = fraction.utf8.prefix { $0.isASCIIDigit }.prefix(3).map { Int($0 - 0x30) }
    return zip(digits, [100, 10, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The offsets that zones have had since there are cameras with clocks.
  static let offsets = -12 * 3600...14 * 3600

  /// `+02:00`, in seconds.
  private static func offset(_ text: String) -> Int? {
    if text == "Z" { return 0 }
    let digits = text.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      digits.count == 4, digits.allSatisfy(\.isASCIIDigit)
    else { return nil }
    let values = digits.map { Int($0 - 0x30) }
    let (hours, minutes) = (values[0] * 10 + values[1], values[2] * 10 + values[3])
    guard minutes < 60 else { return nil }
    let seconds = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    return offsets.contains(seconds) ? seconds : nil
  }
}

/// A place on the earth, in WGS 84.
package struct GeoPosition: Hashable, Sendable {
  /// In degrees north, -90 to 90.
  package let latitude: Double
  /// In degrees east, -180 to 180.
  package let longitude: Double
  /// In metres above the sea.
  package let altitude: Double?

  /// Nil if a number is out of its range, or both are 0, which cameras write before they have found their place.
  package init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else {
      return nil
    }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  package var coordinates: Coordinates? { Coordinates(latitude: latitude, longitude: longitude) }
}
