/// What is refused before it is decoded, and what a variant may take.
package enum VariantLimits {
  /// Of a picture: width times height.
  package static let pixels = 100_000_000
  /// Of a side of a picture.
  package static let side = 65_535
  /// Of a picture's file, in bytes.
  package static let fileSize: Int64 = 256 << 20
  /// Of a variant, in bytes.
  package static let variantSize = 8 << 20
  /// Of the longest side of a smaller copy, as it may be asked for.
  package static let copySides = 64...8192
  /// Of a smaller copy, in bytes.
  package static let copySize = 32 << 20
  /// Of the longest side of a picture that is asked for as pixels.
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
