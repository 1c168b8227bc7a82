/// The value of an event: one or more numbers, or a duration (docs/vault-format.md, rule E-2).
package struct EventValue: Hashable, Sendable {
  /// One or more finite numbers; of `120/80` two.
  ///
  /// A duration is one number, in the tracker's unit.
  package var numbers: [Double]

  /// What stands behind `=` does not begin with a number that ends there.
  package struct Failure: Error, Hashable {}

  /// A value as a word of its own: `5.2`, `5.2km` where that is the tracker's unit, `1h30min`, `120/80`.
  package init(_ text: String, unit: String) throws(Failure) {
    var text = text
    let read = text.withUTF8 { bytes in
      Result { () throws(Failure) in try Self.read(0..<bytes.count, in: bytes, unit: unit) }
    }
    let (value, rest) = try read.get()
    guard rest.isEmpty, !text.hasSuffix(":") else { throw Failure() }
    self = value
  }

  private init(numbers: [Double]) { self.numbers = numbers }

  /// The value at the beginning of `range`, and the text behind it.
  ///
  /// What stands between the numbers and a colon, or the end, is the unit if it is the tracker's, else it is text.
  static func read(
    _ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, unit: String
  ) throws(Failure) -> (value: EventValue, text: Range<Int>) {
    let part = UnsafeBufferPointer(rebasing: bytes[range])
    var duration = ValueCursor(part)
    if let seconds = TimeUnit(rawValue: unit)?.seconds, let length = duration.duration() {
      let value = EventValue(numbers: [Double(length) / Double(seconds)])
      return (value, bytes.trimmed(range.lowerBound + duration.textStart..<range.upperBound))
    }
    var cursor = ValueCursor(part)
    guard let numbers = cursor.numbers() else { throw Failure() }
    cursor.skipUnit(Array(unit.utf8))
    guard cursor.isAtBoundary else { throw Failure() }
    let text = bytes.trimmed(range.lowerBound + cursor.textStart..<range.upperBound)
    return (EventValue(numbers: numbers), text)
  }

  /// The units of durations.
  package enum TimeUnit: String, CaseIterable, Sendable {
    case hours = "h"
    case minutes = "min"
    case seconds = "s"

    package var seconds: Int {
      switch self {
      case .hours: 3600
      case .minutes: 60
      case .seconds: 1
      }
    }
  }
}

/// Reads numbers and durations.
private struct ValueCursor {
  private let text: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  private var next: UInt8 { at < text.count ? text[at] : 0 }

  var isAtBoundary: Bool { at == text.count || text[at].isBlank || isAtColon }

  private var isAtColon: Bool {
    next == UInt8(ascii: ":") && (at + 1 == text.count || text[at + 1].isBlank)
  }

  /// Where the text begins, behind blanks and a colon.
  var textStart: Int {
    var cursor = self
    cursor.skipBlanks()
    return cursor.isAtColon ? cursor.at + 1 : cursor.at
  }

  private mutating func skipBlanks() {
    while next.isBlank { at += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  /// Skips the unit if nothing else stands between the numbers and the colon or the end.
  mutating func skipUnit(_ unit: [UInt8]) {
    guard !unit.isEmpty else { return }
    var ahead = self
    ahead.skipBlanks()
    guard unit.allSatisfy({ ahead.skip($0) }) else { return }
    var behind = ahead
    behind.skipBlanks()
    if behind.at == text.count || behind.isAtColon { self = ahead }
  }

  mutating func numbers() -> [Double]? {
    var numbers: [Double] = []
    repeat {
      guard let number = number() else { return nil }
      numbers.append(number)
    } while skip(UInt8(ascii: "/"))
    return numbers
  }

  /// `-1.5`; nil for anything else, and for a number that is too large to be counted.
  private mutating func number() -> Double? {
    let start = at
    _ = skip(UInt8(ascii: "-"))
    guard skipDigits() else { return nil }
    if skip(UInt8(ascii: ".")), !skipDigits() { return nil }
    let digits = String(decoding: text[start..<at], as: UTF8.self)
    return Double(digits).flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func skipDigits() -> Bool {
    let start = at
    while next.isASCIIDigit { at += 1 }
    return at > start
  }

  /// `1h30min`, in seconds; nil for anything else, and for one of more than ten thousand years.
  mutating func duration() -> Int? {
    var (total, units) = (0, EventValue.TimeUnit.allCases[...])
    while next.isASCIIDigit, let (length, unit) = amount(units) {
      total += length
      units = units.drop { $0 != unit }.dropFirst()
      let end = at
      skipBlanks()
      if !next.isASCIIDigit { at = end }
    }
    return units.count < 3 && isAtBoundary ? total : nil
  }

  /// One of the parts of a duration.
  private mutating func amount(
    _ units: ArraySlice<EventValue.TimeUnit>
  ) -> (seconds: Int, unit: EventValue.TimeUnit)? {
    var ahead = self
    var number = 0
    while ahead.next.isASCIIDigit {
      number = number * 10 + Int(ahead.next &- UInt8(ascii: "0"))
      if number > 1 << 40 { return nil }
      ahead.at += 1
    }
    for unit in units {
      var behind = ahead
      guard unit.rawValue.utf8.allSatisfy({ behind.skip($0) }),
        behind.isAtBoundary || behind.next.isASCIIDigit
      else { continue }
      self = behind
      return (number * unit.seconds, unit)
    }
    return nil
  }
}
