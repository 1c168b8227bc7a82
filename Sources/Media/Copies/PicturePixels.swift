/// A picture as its pixels.
package struct PicturePixels: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Red, green and blue of each pixel, row by row.
  package let bytes: [UInt8]

  /// Nil if there are not three bytes for each pixel.
  package init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, width <= VariantLimits.side, height <= VariantLimits.side,
      bytes.count == width * height * 3
    else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// The three bytes of a pixel; the nearest one if there is none there.
  package func colour(_ x: Int, _ y: Int) -> ArraySlice<UInt8> {
    let place = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * 3
    return bytes[place..<place + 3]
  }
}
