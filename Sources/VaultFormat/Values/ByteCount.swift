/// A number of bytes, read from and written as text such as `25 MiB`, `500MB` or `1048576`.
package struct ByteCount: Hashable, Sendable {
  package let bytes: Int64

  package init(_ bytes: Int64) {
    self.bytes = bytes
  }

  /// Nil if the text is not a size.
  ///
  /// Accepts the units `k`, `M`, `G`, with or without `i` and `B`. All are powers of 1,024, which is exact enough for a
  /// limit.
  package init?(_ text: String) {
    let trimmed = text.filter { !$0.isWhitespace }.lowercased()
    let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits) else { return nil }
    let shift: Int64
    switch trimmed.dropFirst(digits.count) {
    case "", "b": shift = 0
    case "k", "kb", "kib": shift = 10
    case "m", "mb", "mib": shift = 20
    case "g", "gb", "gib": shift = 30
    default: return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    guard !overflow else { return nil }
    self.bytes = bytes
  }
}

extension ByteCount: CustomStringConvertible {
  /// `512 bytes`, `17 KiB`, `3.4 MiB`.
  package var description: String {
    text(by: 1024, ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"])
  }

  /// `512 bytes`, `17 kB`, `3.4 MB`, as shops and most programs count.
  package var inThousands: String { text(by: 1000, ["kB", "MB", "GB", "TB"]) }

  private func text(by step: Double, _ units: [String]) -> String {
    if Double(bytes) < step { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var value = Double(bytes) / step
    var unit = 0
    // Rounds values just below a step to 1 of the next unit.
    while value >= step - 0.5, unit < units.count - 1 {
      value /= step
      unit += 1
    }
    let tenths = (value * 10).rounded()
    let isWhole = tenths >= 100 || tenths.truncatingRemainder(dividingBy: 10) == 0
    return isWhole ? "\(Int(value.rounded())) \(units[unit])" : "\(tenths / 10) \(units[unit])"
  }
}

extension Int {
  /// The number and a noun: `1 note`, `3 notes`.
  ///
  /// - Parameter many: the plural, if it is not `one` with an `s`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}

extension Bool {
  /// Reads `true`, `false`, `yes`, `no`, `on` or `off`, in any case; nil for any other text.
  package init?(lenient text: String) {
    var text = text
    guard let value = text.withUTF8({ Bool(lenient: $0) }) else { return nil }
    self = value
  }

  package init?(lenient bytes: UnsafeBufferPointer<UInt8>) {
    for (word, value) in Self.words where word.count == bytes.count {
      if zip(word, bytes).allSatisfy({ $0 == $1 | 0x20 }) {
        self = value
        return
      }
    }
    return nil
  }

  private static let words: [([UInt8], Bool)] = [
    (Array("true".utf8), true), (Array("false".utf8), false),
    (Array("yes".utf8), true), (Array("no".utf8), false),
    (Array("on".utf8), true), (Array("off".utf8), false),
  ]
}
