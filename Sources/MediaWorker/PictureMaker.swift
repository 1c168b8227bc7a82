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
    onFacts(PictureFacts(size: original, colour: AverageColour.of(smallest.picture)))
    for (edge, picture) in pictures.reversed() {
      guard let bytes = try? picture.webP(quality: quality), let bare = PlainWebP.bare(bytes) else {
        throw .damaged
      }
      let (width, height) = picture.storedSize
      onVariant(edge, PictureSize(width: width, height: height), bare)
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
