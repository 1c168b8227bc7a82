/// A smaller copy of a picture as tl-media makes it: JPEG or WebP that holds a picture and nothing else.
struct PlainCopy: Hashable, Sendable {
  let bytes: [UInt8]
  let isTransparent: Bool
  let size: PictureSize

  /// Nil if the bytes are anything else: tl-media may have been taken over by a picture.
  init?(_ bytes: [UInt8], isTransparent: Bool) {
    let size = isTransparent ? PlainWebP.size(of: bytes) : PlainJPEG.size(of: bytes)
    guard let size else { return nil }
    self.bytes = bytes
    self.isTransparent = isTransparent
    self.size = size
  }

  /// The extension without a dot.
  var fileExtension: String { isTransparent ? "webp" : "jpg" }

  /// The copy with EXIF added to it.
  ///
  /// - Parameter exif: a TIFF structure of less than 64 KB.
  func adding(exif: [UInt8]) -> [UInt8] {
    isTransparent
      ? PlainWebP.adding(exif: exif, to: bytes, size) : PlainJPEG.adding(exif: exif, to: bytes)
  }
}
