/// Encodes a picture as baseline JPEG (ITU-T T.81), with colours of half the width and height.
struct JPEGEncoder {
  private typealias Lanes = SIMD8<Float>

  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0
  private let luma: Table
  private let chroma: Table

  /// - Parameter exif: a TIFF structure, at most 60 KB.
  static func encode(_ canvas: Canvas, exif: [UInt8]?, quality: Int = 82) -> [UInt8] {
    var encoder = JPEGEncoder(quality)
    encoder.head(canvas, exif)
    encoder.scan(canvas)
    return encoder.bytes
  }

  private init(_ quality: Int) {
    let percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
    luma = Table(Self.lumaSteps, percent, Self.lumaDC, Self.acCodes)
    chroma = Table(Self.chromaSteps, percent, Self.chromaDC, Self.acCodes)
    bytes.reserveCapacity(300_000)
  }

  // MARK: - Segments

  private mutating func head(_ canvas: Canvas, _ exif: [UInt8]?) {
    bytes += [0xFF, 0xD8]
    segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    if let exif { segment(0xE1, Array("Exif\0\0".utf8) + exif) }
    segment(0xDB, [0] + luma.steps + [1] + chroma.steps)
    let size = [canvas.height >> 8, canvas.height, canvas.width >> 8, canvas.width]
    segment(
      0xC0,
      [8] + size.map { UInt8(truncatingIfNeeded: $0) } + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    let codes: [(UInt8, [UInt8])] = [
      (0x00, Self.lumaDC), (0x10, Self.acCodes), (0x01, Self.chromaDC), (0x11, Self.acCodes),
    ]
    segment(0xC4, codes.flatMap { [$0.0] + $0.1 })
    segment(0xDA, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0])
  }

  private mutating func segment(_ marker: UInt8, _ content: [UInt8]) {
    let length = content.count + 2
    bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  // MARK: - The scan

  private mutating func scan(_ canvas: Canvas) {
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: 48) { blocks in
      guard let blocks = blocks.baseAddress else { return }
      blocks.initialize(repeating: .zero, count: 48)
      let values = UnsafeMutableRawPointer(blocks).assumingMemoryBound(to: Float.self)
      var last: (Int, Int, Int) = (0, 0, 0)
      for top in stride(from: 0, to: canvas.height, by: 16) {
        for left in stride(from: 0, to: canvas.width, by: 16) {
          Self.load(canvas, left, top, values)
          for block in 0..<4 { write(blocks, block, luma, &last.0) }
          write(blocks, 4, chroma, &last.1)
          write(blocks, 5, chroma, &last.2)
        }
      }
    }
    put(0x7F, 7)
    bytes += [0xFF, 0xD9]
  }

  /// Four blocks of brightness and one each of blue and red, of 16 × 16 points: with the grain of a film, and darker
  /// towards the corners, as through a lens.
  private static func load(
    _ canvas: Canvas, _ left: Int, _ top: Int, _ values: UnsafeMutablePointer<Float>
  ) {
    let (width, height) = (canvas.width, canvas.height)
    let (midX, midY) = (Float(width) / 2, Float(height) / 2)
    let (grain, pixels) = (Grain.shared, canvas.pixels)
    let falloff = 0.16 / (midX * midX + midY * midY)
    for y in stride(from: 0, to: 16, by: 2) {
      for x in stride(from: 0, to: 16, by: 2) {
        let (dx, dy) = (Float(left + x) - midX, Float(top + y) - midY)
        let light = 1 - falloff * (dx * dx + dy * dy)
        var sum = Colour.zero
        for part in 0..<4 {
          let (u, v) = (x + part & 1, y + part >> 1)
          let (column, row) = (min(left + u, width - 1), min(top + v, height - 1))
          let pixel = pixels[row * width + column] * light
          sum += pixel
          let block = (v >> 3) * 2 + u >> 3
          // What is brighter than white is white when it is decoded.
          values[block * 64 + (v & 7) * 8 + u & 7] =
            0.299 * pixel.x + 0.587 * pixel.y + 0.114 * pixel.z - 128 + grain[column, row] * 3.5
        }
        let place = (y >> 1) * 8 + x >> 1
        values[256 + place] = (-0.168736 * sum.x - 0.331264 * sum.y + 0.5 * sum.z) / 4
        values[320 + place] = (0.5 * sum.x - 0.418688 * sum.y - 0.081312 * sum.z) / 4
      }
    }
  }

  private mutating func write(
    _ blocks: UnsafeMutablePointer<Lanes>, _ number: Int, _ table: Table, _ last: inout Int
  ) {
    let block = Block(rows: blocks + number * 8)
    block.transform()
    block.transpose()
    block.transform()
    // Rows are columns now, which the orders of the table know.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { levels in
      block.quantize(table.factors, levels)
      let level = Int(levels[0])
      let difference = level - last
      last = level
      let size = Self.size(difference)
      put(table.dc[size], 0)
      put(Self.bits(difference, size), size)
      var run = 0
      for index in 1..<64 {
        let value = Int(levels[Self.order[index]])
        if value == 0 {
          run += 1
          continue
        }
        while run > 15 {
          put(table.ac[0xF0], 0)
          run -= 16
        }
        let size = Self.size(value)
        put(table.ac[run << 4 | size], 0)
        put(Self.bits(value, size), size)
        run = 0
      }
      if run > 0 { put(table.ac[0], 0) }
    }
  }

  /// The bits of a number's absolute value.
  private static func size(_ value: Int) -> Int { Int.bitWidth - abs(value).leadingZeroBitCount }

  private static func bits(_ value: Int, _ size: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: value < 0 ? value + (1 << size) - 1 : value)
  }

  /// - Parameter count: of bits; 0 for a code, whose upper half is its length.
  private mutating func put(_ code: UInt32, _ count: Int) {
    let length = count == 0 ? Int(code >> 16) : count
    pending = pending << UInt64(length) | UInt64(code & 0xFFFF)
    pendingCount += length
    while pendingCount >= 8 {
      pendingCount -= 8
      let byte = UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount))
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
  }

  // MARK: - Tables

  /// Steps and codes of brightness or of colours.
  private struct Table {
    /// In the order of the file.
    let steps: [UInt8]
    /// What a transformed row is multiplied with.
    let factors: [Lanes]
    /// Lengths above bit 16, codes below.
    let dc: [UInt32]
    let ac: [UInt32]

    init(_ base: [Int], _ percent: Int, _ dc: [UInt8], _ ac: [UInt8]) {
      let scaled = base.map { min(max(($0 * percent + 50) / 100, 1), 255) }
      steps = order.map { UInt8(scaled[$0 % 8 * 8 + $0 / 8]) }
      let gains: [Float] = [
        1, 1.387_039_845, 1.306_562_965, 1.175_875_602, 1, 0.785_694_958, 0.541_196_1,
        0.275_899_379,
      ]
      factors = (0..<8).map { column in
        var lanes = Lanes()
        for row in 0..<8 {
          lanes[row] = 1 / (Float(scaled[row * 8 + column]) * gains[row] * gains[column] * 8)
        }
        return lanes
      }
      self.dc = Self.codes(dc)
      self.ac = Self.codes(ac)
    }

    /// - Parameter list: the numbers of codes of 1 to 16 bits, then their symbols.
    private static func codes(_ list: [UInt8]) -> [UInt32] {
      var codes = [UInt32](repeating: 0, count: 256)
      var (code, next) = (UInt32(0), 16)
      for length in 1...16 {
        for _ in 0..<list[length - 1] {
          codes[Int(list[next])] = UInt32(length) << 16 | code
          (code, next) = (code + 1, next + 1)
        }
        code <<= 1
      }
      return codes
    }
  }

  /// The zigzag of the file, in blocks whose rows are columns.
  private static let order: [Int] = {
    let places = (0..<64).sorted { a, b in
      let (first, second) = (a / 8 + a % 8, b / 8 + b % 8)
      if first != second { return first < second }
      return first % 2 == 0 ? a / 8 > b / 8 : a / 8 < b / 8
    }
    return places.map { $0 % 8 * 8 + $0 / 8 }
  }()

  // Annex K of the standard.
  private static let lumaSteps = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69,
    56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104,
    113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]
  private static let chromaSteps =
    [17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99]
    + [24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99]
    + [Int](repeating: 99, count: 32)
  private static let lumaDC: [UInt8] =
    [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0] + Array(0...11)
  private static let chromaDC: [UInt8] =
    [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0] + Array(0...11)
  /// Of brightness, and used for colours too: their numbers, then their symbols.
  private static let acCodes: [UInt8] =
    [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125]
    + symbols(
      "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a"
        + "25262728292a3435363738393a434445464748494a535455565758595a636465666768696a73747576777879"
        + "7a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9"
        + "cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa")

  private static func symbols(_ digits: String) -> [UInt8] {
    let digits = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

/// Eight rows of eight values.
private struct Block {
  typealias Lanes = SIMD8<Float>

  let rows: UnsafeMutablePointer<Lanes>

  /// The cosine transform down the columns, scaled as by Arai, Agui and Nakajima (1988).
  func transform() {
    let (a0, a7) = (rows[0] + rows[7], rows[0] - rows[7])
    let (a1, a6) = (rows[1] + rows[6], rows[1] - rows[6])
    let (a2, a5) = (rows[2] + rows[5], rows[2] - rows[5])
    let (a3, a4) = (rows[3] + rows[4], rows[3] - rows[4])
    let (b0, b3, b1, b2) = (a0 + a3, a0 - a3, a1 + a2, a1 - a2)
    (rows[0], rows[4]) = (b0 + b1, b0 - b1)
    let c = (b2 + b3) * 0.707_106_781
    (rows[2], rows[6]) = (b3 + c, b3 - c)
    let (d0, d1, d2) = (a4 + a5, a5 + a6, a6 + a7)
    let e = (d0 - d2) * 0.382_683_433
    let (f2, f4) = (d0 * 0.541_196_1 + e, d2 * 1.306_562_965 + e)
    let f3 = d1 * 0.707_106_781
    let (g1, g3) = (a7 + f3, a7 - f3)
    (rows[5], rows[3]) = (g3 + f2, g3 - f2)
    (rows[1], rows[7]) = (g1 + f4, g1 - f4)
  }

  func transpose() {
    let values = UnsafeMutableRawPointer(rows).assumingMemoryBound(to: Float.self)
    for y in 0..<8 {
      for x in 0..<y { swap(&values[y * 8 + x], &values[x * 8 + y]) }
    }
  }

  func quantize(_ factors: [SIMD8<Float>], _ levels: UnsafeMutableBufferPointer<Int32>) {
    // Adding this leaves the nearest whole number in the lowest bits.
    let shift: Float = 12_582_912
    for row in 0..<8 {
      let whole = rows[row] * factors[row] + shift
      let bits = unsafeBitCast(whole, to: SIMD8<Int32>.self) &- Int32(shift.bitPattern)
      for column in 0..<8 { levels[row * 8 + column] = bits[column] }
    }
  }
}
