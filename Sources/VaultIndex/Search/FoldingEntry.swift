/// The folding of a single scalar, and its interaction with its neighbours.
struct FoldingEntry {
  /// Bits 0 to 3 as below, 8 to 13 the length of the output, 14 to 31 its start in the table.
  var bits: UInt32

  /// Whether it changes when folded, or joins the preceding scalar.
  ///
  /// Text without active scalars is its own folding, except for the case of ASCII letters.
  var isActive: Bool { bits & Self.active != 0 }

  /// Whether it can change, or be changed by, the preceding scalar.
  var isJoiner: Bool { bits & Self.joiner != 0 }

  /// Whether it vanishes after a scalar that `losesAccents`.
  var isAccent: Bool { bits & Self.accent != 0 }

  /// Whether any run of accents after it vanishes.
  var losesAccents: Bool { bits & Self.losesAccents != 0 }

  var length: Int { Int(bits >> 8 & 63) }
  var start: Int { Int(bits >> 14) }

  static let passive = FoldingEntry(bits: 0)
  static let active: UInt32 = 1
  static let joiner: UInt32 = 2
  static let accent: UInt32 = 4
  static let losesAccents: UInt32 = 8
}
