/// Names of colours in the settings: `green`, or `#34C759`.
package struct ColorName: Hashable, Sendable {
  /// As it is written.
  package let text: String
  /// `34C759`, in upper case.
  package let hex: String

  /// The colour of a name that tl does not know.
  package static let black = "000000"

  /// Nil for anything else than a name of the table, without regard to case, and `#` with six digits.
  package init?(_ text: String) {
    self.text = text
    if let hex = Self.table.first(where: { $0.name.lowercased() == text.lowercased() })?.hex {
      self.hex = hex
    } else {
      let digits = text.dropFirst()
      guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
        digits.allSatisfy(\.isASCII)
      else { return nil }
      hex = digits.uppercased()
    }
  }

  /// A colour as it was typed.
  package static func read(_ text: String) throws(CategoryProblem) -> ColorName {
    guard let color = ColorName(text) else { throw .isNoColor(text) }
    return color
  }

  /// Red, green and blue.
  package var channels: (red: UInt8, green: UInt8, blue: UInt8) {
    let number = UInt32(hex, radix: 16) ?? 0
    return (
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number)
    )
  }

  /// The number of the nearest colour in the cube of 6 × 6 × 6 and the 24 grays that terminals have from 16 on.
  package var nearestOf256: Int {
    let (red, green, blue) = channels
    let wanted = [red, green, blue].map(Int.init)
    let steps = wanted.map { value in
      Self.cube.indices.min { abs(Self.cube[$0] - value) < abs(Self.cube[$1] - value) } ?? 0
    }
    let gray = min(max((wanted.reduce(0, +) / 3 - 3) / 10, 0), 23)
    func distance(_ colour: [Int]) -> Int {
      zip(colour, wanted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let ofCube = distance(steps.map { Self.cube[$0] })
    let ofGrays = distance(Array(repeating: 8 + 10 * gray, count: 3))
    return ofGrays < ofCube ? 232 + gray : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }

  /// The values of a channel in the cube, as xterm has them.
  private static let cube = [0, 95, 135, 175, 215, 255]

  package static var names: [String] { table.map(\.name) }

  private static let table: [(name: String, hex: String)] = [
    ("green", "34C759"), ("blue", "007AFF"), ("yellow", "FFCC00"), ("pink", "FF2D55"),
    ("brown", "A2845E"), ("gray", "8E8E93"), ("red", "FF3B30"), ("purple", "AF52DE"),
    ("orange", "FF9500"), ("teal", "30B0C7"), ("indigo", "5856D6"), ("mint", "00C7BE"),
    ("cyan", "32ADE6"), ("rose", "FA546B"), ("lightBlue", "ADD9E6"), ("darkGreen", "008000"),
  ]
}
