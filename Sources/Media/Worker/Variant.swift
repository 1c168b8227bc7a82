/// A smaller copy of a picture: WebP in sRGB, upright and without metadata.
package struct Variant: Hashable, Sendable {
  package var bytes: [UInt8]
  package var size: PictureSize
  /// The facts of the original.
  package var facts: PictureFacts
}
