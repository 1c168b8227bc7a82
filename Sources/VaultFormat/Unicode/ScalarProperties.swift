/// The properties of a scalar that normalisation and case folding need.
package struct ScalarProperties: Sendable {
  /// Bits 0 to 7: canonical combining class.
  var bits: UInt16 = 0

  package var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits) }

  /// Whether a preceding scalar may compose with it.
  package var isSecond: Bool { bits & Self.second != 0 }

  /// Whether it is a letter of the Latin, Greek or Cyrillic script.
  package var isMarkedLetter: Bool { bits & Self.markedLetter != 0 }

  /// Whether full case folding changes it.
  package var changesCase: Bool { bits & Self.folds != 0 }

  /// Whether it has a decomposition or plain letters.
  package var isDecomposable: Bool { bits & Self.decomposes != 0 }

  /// Whether text of only such scalars is always in NFC.
  var isInertInNFC: Bool { bits & (0xFF | Self.second | Self.changesInNFC) == 0 }

  static let second: UInt16 = 1 << 8
  static let markedLetter: UInt16 = 1 << 9
  static let folds: UInt16 = 1 << 10
  static let decomposes: UInt16 = 1 << 11
  static let changesInNFC: UInt16 = 1 << 12
}
