extension PictureSize {
  /// The size of a picture, or of the pictures of a film; nil if the file does not tell.
  init?(_ file: ByteSlice, format: MediaFormat, exif: PhotoDetails?) {
    let orientation = exif?.orientation ?? .upright
    let size: PictureSize? =
      switch format {
      case .jpeg: Self.jpeg(file).map { PictureSize(stored: $0, orientation) }
      case .png: Self.png(file).map { PictureSize(stored: $0, orientation) }
      case .gif: Self.gif(file).map { PictureSize(stored: $0, .upright) }
      case .webp: Self.webp(file).map { PictureSize(stored: $0, orientation) }
      case .heif, .avif: HEIFItems(file)?.primarySize
      case .tiff: Self.tiff(file).map { PictureSize(stored: $0, orientation) }
      case .mp4, .m4v, .m4a, .quickTime: ISOMovie(file)?.pictureSize
      case .webm, .matroska: MatroskaFile(file)?.pictureSize
      default: nil
      }
    guard let size, size.width > 0, size.height > 0 else { return nil }
    self = size
  }

  private typealias Stored = (width: Int, height: Int)

  private static func jpeg(_ file: ByteSlice) -> Stored? {
    JPEGSegments(file).first { $0.isFrameHeader }?.frameSize
  }

  private static func png(_ file: ByteSlice) -> Stored? {
    guard let header = PNGChunks(file).first(where: { _ in true }), header.type == "IHDR",
      let width = header.content.big32(0), let height = header.content.big32(4)
    else { return nil }
    return (Int(width), Int(height))
  }

  private static func gif(_ file: ByteSlice) -> Stored? {
    guard let width = file.little(6, 2), let height = file.little(8, 2) else { return nil }
    return (Int(width), Int(height))
  }

  /// WebP: RFC 9649, sections 2.5 to 2.7.
  private static func webp(_ file: ByteSlice) -> Stored? {
    guard let chunk = RIFFChunks(file).first(where: { _ in true }) else { return nil }
    let content = chunk.content
    switch chunk.type {
    case "VP8X":
      guard let width = content.little(4, 3), let height = content.little(7, 3) else { return nil }
      return (Int(width) + 1, Int(height) + 1)
    case "VP8L":
      guard content.byte(0) == 0x2F, let bits = content.little(1, 4) else { return nil }
      return (Int(bits & 0x3FFF) + 1, Int(bits >> 14 & 0x3FFF) + 1)
    case "VP8 ":
      // Behind the tag of a key frame; the two highest bits are a hint for scaling.
      guard content.bytes(3, 3) == [0x9D, 0x01, 0x2A], let width = content.little(6, 2),
        let height = content.little(8, 2)
      else { return nil }
      return (Int(width & 0x3FFF), Int(height & 0x3FFF))
    default: return nil
    }
  }

  private static func tiff(_ file: ByteSlice) -> Stored? {
    guard let tiff = TIFFStructure(file), let directory = tiff.directory(at: tiff.first),
      let width = tiff.number(directory[.imageWidth]),
      let height = tiff.number(directory[.imageLength])
    else { return nil }
    return (Int(width), Int(height))
  }
}
