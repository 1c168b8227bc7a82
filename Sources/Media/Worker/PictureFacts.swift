/// What the pixels of a picture tell.
package struct PictureFacts: Hashable, Sendable {
  /// The size after rotation.
  package var size: PictureSize
  /// The average of all pixels in sRGB, as `0xRRGGBB`.
  package var colour: UInt32

  package init(size: PictureSize, colour: UInt32) {
    self.size = size
    self.colour = colour & 0xFFFFFF
  }
}

extension PictureFacts {
  /// A line for the cache, such as `4032 3024 8a7f60`.
  var text: String {
    let digits = String(colour, radix: 16)
    return
      "\(size.width) \(size.height) \(String(repeating: "0", count: 6 - digits.count))\(digits)\n"
  }

  init?(_ text: String) {
    let words = text.split(separator: "\n").first?.split(separator: " ") ?? []
    guard words.count == 3, let width = Int(words[0]), let height = Int(words[1]),
      words[2].utf8.count == 6, let colour = UInt32(words[2], radix: 16)
    else { return nil }
    let size = PictureSize(width: width, height: height)
    guard VariantLimits.allow(size) else { return nil }
    self.init(size: size, colour: colour)
  }
}
