/// Classes of bytes that all parsers of this module use.
extension UInt8 {
  /// Space or tab.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether a backslash escapes this byte in Markdown (CommonMark 0.31, section 2.4).
  var isASCIIPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIIDigit && !isASCIILetter }
  /// The byte in lower case if it is an ASCII letter, else the byte itself.
  var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

extension StringProtocol where SubSequence == Substring {
  /// Without spaces and tabs at its ends.
  package var trimmingBlanks: String {
    var rest = drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The range without spaces and tabs at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while start < end, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
