/// What is refused before it is decoded, and what a variant may take.
package enum VariantLimits {
  /// The most pixels of a picture, width times height.
  package static let pixels = 100_000_000
  /// The most pixels of a picture's side.
  package static let side = 65_535
  /// The most bytes of a picture's file.
  package static let fileSize: Int64 = 256 << 20
  /// The most bytes of a variant.
  package static let variantSize = 8 << 20
  /// The pixels that may be asked for as the longest side of a smaller copy.
  package static let copySides = 64...8192
  /// The most bytes of a smaller copy.
  package static let copySize = 32 << 20
  /// The longest side of a picture that is asked for as pixels.
  package static let pixelSide = 1024
  /// The memory of one tl-media, in bytes: a progressive JPEG of 100 megapixels takes 600 MB.
  package static let memory: UInt64 = 1 << 30
  /// For which one tl-media may compute for a picture.
  package static let seconds: UInt64 = 30

  /// Whether a picture of that size is decoded.
  package static func allow(_ size: PictureSize) -> Bool {
    let (width, height) = (size.width, size.height)
    // Sides of at most 16 bits: their product does not overflow.
    return 1...side ~= width && 1...side ~= height && width * height <= pixels
  }
}
