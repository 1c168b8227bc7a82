internal import Media

/// Makes all variants of one picture, with one decoding.
enum PictureMaker {
  /// The quality, at most 100.
  private static let quality = 75

  /// - Parameters:
  ///   - onFacts: called once, before the first variant.
  ///   - onVariant: called with each variant, the smallest first: it is the one that is looked at first.
  static func make(
    _ bytes: UnsafeRawBufferPointer, onFacts: (PictureFacts) -> Void,
    onVariant: (VariantEdge, PictureSize, [UInt8]) -> Void
  ) throws(VariantFailure) {
    let (header, original) = try head(of: bytes)
    guard let pictures = try? decode(bytes, header, VariantEdge.needed(for: original)),
      let smallest = pictures.last
    else { throw .damaged }
    onFacts(
      PictureFacts(
        size: original, colour: AverageColour.of(smallest.picture), focus: focus(smallest.picture)))
    for (edge, picture) in pictures.reversed() {
      guard let bytes = try? picture.webP(quality: quality), let bare = PlainWebP.bare(bytes) else {
        throw .damaged
      }
      let (width, height) = picture.storedSize
      onVariant(edge, PictureSize(width: width, height: height), bare)
    }
  }

  private static func focus(_ picture: VipsPicture) -> PictureFocus? {
    let (width, height) = picture.storedSize
    return picture.focus.map { x, y in
      PictureFocus(
        column: UInt8(clamping: x * 16 / width), row: UInt8(clamping: y * 16 / height))
    }
  }

  /// What the picture says of itself, and its size after rotation.
  static func head(
    of bytes: UnsafeRawBufferPointer
  ) throws(VariantFailure) -> (header: VipsPicture, size: PictureSize) {
    guard VipsPicture.canLoad(bytes) else { throw .unsupported }
    guard let header = try? VipsPicture(headerOf: bytes) else { throw .damaged }
    let (width, height) = header.uprightSize
    let size = PictureSize(width: width, height: height)
    guard VariantLimits.allow(size) else { throw .tooLarge }
    return (header, size)
  }

  /// The largest first, each made of the one before.
  private static func decode(
    _ bytes: UnsafeRawBufferPointer, _ header: VipsPicture, _ edges: [VariantEdge]
  ) throws(VipsPicture.Failure) -> [(edge: VariantEdge, picture: VipsPicture)] {
    guard let largest = edges.last else { return [] }
    let decoded = try VipsPicture(decoding: bytes, header, edge: largest.pixels).withoutMetadata()
    var pictures = [(edge: largest, picture: decoded)]
    for edge in edges.dropLast().reversed() {
      let last = pictures[pictures.count - 1].picture
      pictures.append((edge, try last.shrunk(edge: edge.pixels).withoutMetadata()))
    }
    return pictures
  }
}

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
