/// What kind of file a `ftyp` box announces.
enum ISOFile {
  static func type(of file: ByteSlice) -> MediaType? {
    guard let length = file.big32(0), let code = file.code(4) else { return nil }
    switch code {
    case "ftyp":
      guard length >= 16 || length == 1, let box = ISOBoxes(file).first("ftyp"),
        let major = box.content.code(0)
      else { return nil }
      return type(major, compatible: brands(box.content), file)
    case "moov", "wide":
      // QuickTime before the year 2001, without a box of brands.
      return length >= 8 ? MediaType(.quickTime, .film) : nil
    default: return nil
    }
  }

  private static func brands(_ content: ByteSlice) -> Set<FourCC> {
    let bytes = content.rest(from: 8)?.prefix(4 * 64) ?? []
    let starts = stride(from: 0, to: bytes.count - bytes.count % 4, by: 4)
    return Set(starts.map { FourCC(UInt32(truncatingIfNeeded: bytes[$0..<$0 + 4].bigEndian)) })
  }

  private static let heic: Set<FourCC> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "heif"]

  private static func type(
    _ major: FourCC, compatible: Set<FourCC>, _ file: ByteSlice
  ) -> MediaType? {
    switch major {
    case "avif", "avis": return MediaType(.avif, .picture)
    case "mif1", "msf1", "mif2", "miaf":
      // The structural brands say nothing of the coding.
      let isAVIF = compatible.contains("avif") && compatible.isDisjoint(with: heic)
      return MediaType(isAVIF ? .avif : .heif, .picture)
    case "qt  ": return MediaType(.quickTime, kind(of: file))
    case "M4A ", "M4B ", "M4P ": return MediaType(.m4a, .sound)
    case "M4V ", "M4VH", "M4VP": return MediaType(.m4v, .film)
    // Raw photos and JPEG XL, which need programs of their own.
    case "crx ", "jxl ", "jp2 ", "jpx ": return nil
    default:
      return heic.contains(major) ? MediaType(.heif, .picture) : MediaType(.mp4, kind(of: file))
    }
  }

  /// Sound if there are tracks and none is of pictures.
  private static func kind(of file: ByteSlice) -> MediaType.Kind {
    let handlers = ISOMovie(file)?.tracks.compactMap(\.handler) ?? []
    return handlers.contains("soun") && !handlers.contains("vide") ? .sound : .film
  }
}
