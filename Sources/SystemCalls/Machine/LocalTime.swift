#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The system's clock and time zones.
package enum LocalTime {
  /// Seconds since 1970-01-01T00:00:00Z.
  package static func now() -> Int64 { Int64(time(nil)) }

  /// Seconds east of Greenwich at an instant, in the time zone of this process.
  package static func offset(at instant: Int64) -> Int {
    var seconds = time_t(instant)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// An instant in UTC, in a format of `strftime` of at most 63 bytes; names are English, since no program of tl sets a
  /// locale.
  package static func inUTC(_ instant: Int64, format: String) -> String {
    var seconds = time_t(instant)
    var fields = tm()
    guard gmtime_r(&seconds, &fields) != nil else { return "" }
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, format, &fields)
    return String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The offset at any instant in a zone of the tz database; nil if the system does not know the name.
  ///
  /// The C library knows one zone at a time, so the offsets are looked up beforehand. Call this only while the process
  /// has one thread.
  package static func offsets(ofZoneNamed name: String) -> (@Sendable (Int64) -> Int)? {
    guard isKnown(name) else { return nil }
    if name == localName { return { offset(at: $0) } }
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", name, 1)
    tzset()
    let table = OffsetTable(offset)
    if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
    tzset()
    return { table.offset(at: $0) }
  }

  /// The name of this process's zone in the tz database; nil if it is unknown.
  package static let localName: String? = {
    if let name = getenv("TZ").map({ String(cString: $0) }), isKnown(name) { return name }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/etc/localtime", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    let target = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let folder = target.firstRange(of: "zoneinfo/") else { return nil }
    let name = String(target[folder.upperBound...])
    return isKnown(name) ? name : nil
  }()

  private static func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The name comes from a vault, so it is checked: components of letters, digits, `_`, `-` and `+`, and a file of that
  /// name among the system's zones.
  private static func isKnown(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy {
          isASCIILetter($0) || (0x30...0x39).contains($0) || "_-+".utf8.contains($0)
        }
    }
    let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]
    return isName && folders.contains { access("\($0)/\(name)", R_OK) == 0 }
  }
}

/// The offsets of a zone from 1900 to 2100, as the instants where they change.
///
/// Later years have those of an earlier year with the same calendar: the rules of the future go by month and weekday.
struct OffsetTable {
  private var starts: [Int64] = [.min]
  private var offsets: [Int] = []
  /// 2100-01-01T00:00:00Z.
  private static let end: Int64 = 4_102_444_800
  private static let day: Int64 = 86_400

  /// Samples every three weeks, since zones do not change twice in that time; a binary search finds the exact instant.
  init(_ offset: (Int64) -> Int) {
    let step = 21 * Self.day
    var at: Int64 = -2_208_988_800
    offsets.append(offset(at))
    while at < Self.end {
      let next = at + step
      if offset(next) != offsets[offsets.count - 1] {
        var (low, high) = (at, next)
        while high - low > 1 {
          let middle = low + (high - low) / 2
          if offset(middle) == offsets[offsets.count - 1] { low = middle } else { high = middle }
        }
        starts.append(high)
        offsets.append(offset(high))
      }
      at = next
    }
  }

  func offset(at instant: Int64) -> Int {
    let instant = instant < Self.end ? instant : Self.likeBefore2088(instant)
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= instant { low = middle } else { high = middle }
    }
    return offsets[low]
  }

  /// An equal moment of one of the years 2060 to 2087, which have all fourteen calendars.
  private static func likeBefore2088(_ instant: Int64) -> Int64 {
    var year = 1970 + instant / day * 400 / 146_097
    if firstDay(of: year + 1) * day <= instant { year += 1 }
    if firstDay(of: year) * day > instant { year -= 1 }
    let (first, next) = (firstDay(of: year), firstDay(of: year + 1))
    let other = (2060...2087).first {
      (firstDay(of: $0) - first) % 7 == 0 && firstDay(of: $0 + 1) - firstDay(of: $0) == next - first
    }
    return instant - (first - firstDay(of: other ?? 2060)) * day
  }

  /// In days since 1970-01-01.
  private static func firstDay(of year: Int64) -> Int64 {
    let before = year - 1
    return 365 * before + before / 4 - before / 100 + before / 400 - 719_162
  }
}

/// A clock that is never set back.
package enum MonotonicClock {
  /// Nanoseconds since an unspecified instant.
  package static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
