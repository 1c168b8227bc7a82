/// The few classes of bytes that every reader of this module asks for.
extension UInt8 {
  /// Space or tab.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
}
