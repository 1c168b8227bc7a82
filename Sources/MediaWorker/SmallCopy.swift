internal import Media

/// A smaller copy of a picture, in place of the original in a vault.
struct SmallCopy {
  let bytes: [UInt8]
  let isTransparent: Bool
  let size: PictureSize

  /// The quality, at most 100: what phones use for photos that are sent.
  private static let quality = 82

  /// Makes the copy, upright and in sRGB; nothing if no side of the picture is longer than `side`.
  ///
  /// - Parameters:
  ///   - onFacts: called once, before the copy. The colour is not computed.
  ///   - onCopy: called at most once.
  static func make(
    _ bytes: UnsafeRawBufferPointer, side: Int, onFacts: (PictureFacts) -> Void,
    onCopy: (SmallCopy) -> Void
  ) throws(VariantFailure) {
    let (header, original) = try PictureMaker.head(of: bytes)
    let facts = PictureFacts(size: original, colour: 0)
    guard max(original.width, original.height) > side else { return onFacts(facts) }
    guard
      let picture = try? VipsPicture(decoding: bytes, header, edge: side).withoutMetadata(),
      let copy = try? copy(of: picture)
    else { throw .damaged }
    guard copy.bytes.count <= VariantLimits.copySize else { throw .tooLarge }
    onFacts(facts)
    onCopy(copy)
  }

  private static func copy(of picture: VipsPicture) throws(VipsPicture.Failure) -> SmallCopy {
    let (width, height) = picture.storedSize
    let size = PictureSize(width: width, height: height)
    // Many programs write an opaque picture with transparency, such as screenshots.
    guard picture.isTransparent else {
      return SmallCopy(
        bytes: try picture.withoutTransparency().jpeg(quality: quality), isTransparent: false,
        size: size)
    }
    guard let bare = PlainWebP.bare(try picture.webP(quality: quality)) else {
      throw VipsPicture.Failure()
    }
    return SmallCopy(bytes: bare, isTransparent: true, size: size)
  }

  /// The pixels of a picture and its size before it was made smaller; what is transparent becomes white.
  static func pixels(
    of bytes: UnsafeRawBufferPointer, side: Int
  ) throws(VariantFailure) -> (original: PictureSize, pixels: PicturePixels) {
    let (header, original) = try PictureMaker.head(of: bytes)
    guard let picture = try? VipsPicture(decoding: bytes, header, edge: side).withoutMetadata(),
      let pixels = picture.colours
    else { throw .damaged }
    return (original, pixels)
  }
}

extension VipsPicture {
  /// Whether some pixel is not opaque.
  var isTransparent: Bool {
    withPixels { pixels, bands in
      bands.isMultiple(of: 2)
        && stride(from: bands - 1, to: pixels.count, by: bands).contains { pixels[$0] < 0xFF }
    } ?? false
  }

  /// Red, green and blue, on white.
  fileprivate var colours: PicturePixels? {
    let (width, height) = storedSize
    let bytes = withPixels { pixels, bands in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(width * height * 3)
      for start in stride(from: 0, to: pixels.count, by: bands) {
        let opacity = bands.isMultiple(of: 2) ? Int(pixels[start + bands - 1]) : 0xFF
        for band in 0..<3 {
          let value = Int(pixels[start + (bands < 3 ? 0 : band)])
          bytes.append(UInt8((value * opacity + 0xFF * (0xFF - opacity)) / 0xFF))
        }
      }
      return bytes
    }
    return bytes.flatMap { PicturePixels(width: width, height: height, bytes: $0) }
  }
}
