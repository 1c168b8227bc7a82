/// A QR code (ISO/IEC 18004): byte mode, correction level L, versions 1 to 5, which have one block each.
package struct QRCode: Hashable, Sendable {
  /// Modules on a side.
  package let size: Int
  /// Row by row; true is dark.
  package private(set) var modules: [Bool]
  /// Where data cannot be.
  private var isFixed: [Bool]

  /// Data and correction codewords of versions 1 to 5 at level L (table 9).
  private static let capacities = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

  /// Nil for a text of more than 106 bytes of UTF-8.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let index = Self.capacities.firstIndex(where: { bytes.count + 2 <= $0.0 }) else {
      return nil
    }
    let (dataCount, correctionCount) = Self.capacities[index]
    let data = Self.codewords(bytes, dataCount)
    self.init(
      version: index + 1, codewords: data + Self.correction(of: data, count: correctionCount))
  }

  private init(version: Int, codewords: [UInt8]) {
    size = 17 + 4 * version
    modules = [Bool](repeating: false, count: size * size)
    isFixed = modules
    drawPatterns(version)
    drawData(codewords)
    var best = modules
    var least = Int.max
    for mask in 0..<8 {
      var masked = self
      masked.apply(mask)
      let penalty = masked.penalty
      if penalty < least { (best, least) = (masked.modules, penalty) }
    }
    modules = best
  }

  package subscript(row: Int, column: Int) -> Bool {
    (0..<size).contains(row) && (0..<size).contains(column) && modules[row * size + column]
  }

  // MARK: - Data

  private static func codewords(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    // Mode 0100, a length of 8 bits, the bytes and a terminator of 4 bits: all are half a byte off.
    var halves: [UInt8] = [0x4, UInt8(bytes.count >> 4), UInt8(bytes.count & 0xF)]
    for byte in bytes { halves += [byte >> 4, byte & 0xF] }
    halves.append(0)
    var words = stride(from: 0, to: halves.count, by: 2).map { halves[$0] << 4 | halves[$0 + 1] }
    var isFirst = true
    while words.count < count {
      words.append(isFirst ? 0xEC : 0x11)
      isFirst.toggle()
    }
    return words
  }

  /// The remainder by the generator polynomial (7.5.2).
  private static func correction(of data: [UInt8], count: Int) -> [UInt8] {
    var generator: [UInt8] = [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      var next = generator + [0]
      for (index, factor) in generator.enumerated() { next[index + 1] ^= product(factor, root) }
      generator = next
      root = product(root, 2)
    }
    var rest = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ rest[0]
      rest.removeFirst()
      rest.append(0)
      for index in rest.indices { rest[index] ^= product(generator[index + 1], factor) }
    }
    return rest
  }

  /// In the field of 256 elements with x⁸ + x⁴ + x³ + x² + 1.
  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var (result, a, b) = (UInt8(0), a, b)
    while b != 0 {
      if b & 1 != 0 { result ^= a }
      a = a << 1 ^ (a & 0x80 != 0 ? 0x1D : 0)
      b >>= 1
    }
    return result
  }

  // MARK: - Drawing

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return }
    modules[row * size + column] = isDark
    isFixed[row * size + column] = true
  }

  private mutating func drawPatterns(_ version: Int) {
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      drawRings(row, column, radius: 4, lightAt: [2, 4])
    }
    if version > 1 { drawRings(size - 7, size - 7, radius: 2, lightAt: [1]) }
    drawFormat(mask: 0)
  }

  private mutating func drawRings(_ row: Int, _ column: Int, radius: Int, lightAt light: [Int]) {
    for down in -radius...radius {
      for right in -radius...radius {
        set(row + down, column + right, !light.contains(max(abs(down), abs(right))))
      }
    }
  }

  /// Level and mask, twice, with a BCH code (7.9).
  private mutating func drawFormat(mask: Int) {
    let data = 0b01 << 3 | mask
    var rest = data << 10
    for bit in (10..<15).reversed() where rest >> bit & 1 != 0 { rest ^= 0x537 << (bit - 10) }
    let bits = (data << 10 | rest) ^ 0x5412
    for index in 0..<15 {
      let isDark = bits >> index & 1 != 0
      switch index {
      case 0..<6: set(index, 8, isDark)
      case 6, 7: set(index + 1, 8, isDark)
      case 8: set(8, 7, isDark)
      default: set(8, 14 - index, isDark)
      }
      if index < 8 { set(8, size - 1 - index, isDark) } else { set(size - 15 + index, 8, isDark) }
    }
    set(size - 8, 8, true)
  }

  /// Two columns at a time from the right, up and down in turn (7.7.3).
  private mutating func drawData(_ codewords: [UInt8]) {
    var bit = 0
    var isUpward = true
    for right in stride(from: size - 1, to: 0, by: -2) {
      // The column of the timing pattern does not count.
      let right = right <= 6 ? right - 1 : right
      for step in 0..<size {
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row * size + column] {
          if bit < codewords.count * 8 {
            modules[row * size + column] = codewords[bit / 8] >> (7 - bit % 8) & 1 != 0
          }
          bit += 1
        }
      }
      isUpward.toggle()
    }
  }

  private mutating func apply(_ mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !isFixed[row * size + column] {
        if Self.isMasked(mask, row, column) { modules[row * size + column].toggle() }
      }
    }
    drawFormat(mask: mask)
  }

  private static func isMasked(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  // MARK: - Choosing a mask

  /// How hard it is to read (7.8.3).
  private var penalty: Int {
    var result = 0
    for index in 0..<size {
      result += Self.linePenalty((0..<size).map { self[index, $0] })
      result += Self.linePenalty((0..<size).map { self[$0, index] })
    }
    for row in 0..<size - 1 {
      for column in 0..<size - 1 {
        let isDark = self[row, column]
        if self[row, column + 1] == isDark, self[row + 1, column] == isDark,
          self[row + 1, column + 1] == isDark
        {
          result += 3
        }
      }
    }
    let dark = modules.count { $0 }
    return result + abs(dark * 20 - modules.count * 10) / modules.count * 10
  }

  private static func linePenalty(_ line: [Bool]) -> Int {
    var result = 0
    var run = 0
    for (index, isDark) in line.enumerated() {
      run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
      if run == 5 { result += 3 } else if run > 5 { result += 1 }
    }
    // Like a finder pattern, with light on one side; what lies beyond the edge is light.
    let finder = [true, false, true, true, true, false, true]
    for start in 0...(line.count - 7) where Array(line[start..<start + 7]) == finder {
      let before = line[max(0, start - 4)..<start]
      let after = line[start + 7..<min(line.count, start + 11)]
      if !before.contains(true) || !after.contains(true) { result += 40 }
    }
    return result
  }

  // MARK: - Printing

  /// Lines of half blocks for a terminal, two rows of modules in each, with the margin of four modules that readers need.
  ///
  /// Light modules are drawn in the foreground colour, so the lines need light text on a dark ground.
  package var lines: [String] {
    stride(from: -4, to: size + 4, by: 2).map { row in
      (-4..<size + 4).map { column in
        switch (self[row, column], self[row + 1, column]) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      }.joined()
    }
  }
}
