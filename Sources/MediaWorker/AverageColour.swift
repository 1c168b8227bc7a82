/// The average of a picture's pixels.
enum AverageColour {
  /// The colour `0xRRGGBB`; transparent pixels count as much as they are seen, an invisible picture is white.
  static func of(_ picture: VipsPicture) -> UInt32 {
    picture.withPixels { pixels, bands in average(pixels, bands: bands) } ?? 0xFFFFFF
  }

  /// - Parameter bands: grey, grey and opacity, RGB, or RGB and opacity.
  static func average(_ pixels: UnsafeBufferPointer<UInt8>, bands: Int) -> UInt32 {
    let hasOpacity = bands == 2 || bands == 4
    let (green, blue) = bands < 3 ? (0, 0) : (1, 2)
    // A variant has less than 2^22 pixels: these sums stay below 2^38.
    var sums = (red: 0, green: 0, blue: 0, weight: 0)
    var place = 0
    while place + bands <= pixels.count {
      let weight = hasOpacity ? Int(pixels[place + bands - 1]) : 255
      sums.red += Int(pixels[place]) * weight
      sums.green += Int(pixels[place + green]) * weight
      sums.blue += Int(pixels[place + blue]) * weight
      sums.weight += weight
      place += bands
    }
    guard sums.weight > 0 else { return 0xFFFFFF }
    let parts = [sums.red, sums.green, sums.blue].map { ($0 + sums.weight / 2) / sums.weight }
    return parts.reduce(0) { $0 << 8 | UInt32(clamping: $1) }
  }
}
