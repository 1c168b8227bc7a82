/// Classes of bytes that all parsers of this module use.
extension UInt8 {
  /// Space or tab.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
}
