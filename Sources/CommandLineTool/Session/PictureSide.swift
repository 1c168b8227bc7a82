import ArgumentParser
internal import Media

/// The longest side that a picture may have, in pixels.
struct PictureSide: ExpressibleByArgument, Hashable {
  let pixels: Int

  init?(argument: String) {
    guard let pixels = Int(argument), VariantLimits.copySides.contains(pixels) else { return nil }
    self.pixels = pixels
  }
}

extension ArgumentHelp {
  /// Of `--max`.
  static var maximumSide: ArgumentHelp {
    let sides = VariantLimits.copySides
    return ArgumentHelp(
      """
      Make smaller copies of pictures with a longer side than this many pixels, \
      \(sides.lowerBound) to \(sides.upperBound)
      """, valueName: "pixels")
  }
}
