/// The marker of a list item (CommonMark 0.31, section 5.2).
package enum ListMarker {
  /// The length of a marker, `-`, `*`, `+`, `1.` or `1)`, before a blank or the end of the range; nil without one.
  ///
  /// - Parameter range: not empty.
  package static func length(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    var at = range.lowerBound
    switch bytes[at] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): at += 1
    default:
      while at < range.upperBound, bytes[at].isASCIIDigit { at += 1 }
      guard (1...9).contains(at - range.lowerBound), at < range.upperBound,
        bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: ")")
      else { return nil }
      at += 1
    }
    guard at == range.upperBound || bytes[at].isBlank else { return nil }
    return at - range.lowerBound
  }
}
