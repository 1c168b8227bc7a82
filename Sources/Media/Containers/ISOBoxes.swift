/// A box of a file in the ISO base media format (ISO/IEC 14496-12, section 4.2), such as MP4, HEIC and AVIF.
struct ISOBox {
  let type: FourCC
  /// The range of the whole box in the source.
  let range: Range<Int64>
  let content: ByteSlice

  /// Where the four bytes of the type are, in the source.
  var typeOffset: Int64 { range.lowerBound + 4 }

  var children: ISOBoxes { ISOBoxes(content) }

  /// Version and flags of a full box, and the rest of it.
  var full: (version: UInt8, flags: Int, content: ByteSlice)? {
    guard let word = content.big32(0), let rest = content.rest(from: 4) else { return nil }
    return (UInt8(truncatingIfNeeded: word >> 24), Int(word & 0xFF_FFFF), rest)
  }

  /// The children of a `meta` box, which is a full box in MP4 and HEIC and none in QuickTime.
  var metaChildren: ISOBoxes {
    let isPlain = content.code(4) == "hdlr"
    return isPlain ? children : ISOBoxes(content.rest(from: 4) ?? content)
  }
}

/// Walks the boxes that follow each other in a part of a file.
struct ISOBoxes: Sequence, IteratorProtocol {
  private let parent: ByteSlice
  private var position: Int64 = 0

  init(_ parent: ByteSlice) {
    self.parent = parent
  }

  func first(_ type: FourCC) -> ISOBox? {
    first { $0.type == type }
  }

  /// The first boxes of a type, in order.
  func first(_ count: Int, _ type: FourCC) -> [ISOBox] {
    var found: [ISOBox] = []
    for box in self where box.type == type {
      guard found.count < count else { break }
      found.append(box)
    }
    return found
  }

  mutating func next() -> ISOBox? {
    guard let short = parent.big32(position), let type = parent.code(position + 4) else {
      return nil
    }
    var header: Int64 = 8
    var length = Int64(short)
    if short == 1 {
      guard let long = parent.big(position + 8, 8).flatMap({ Int64(exactly: $0) }) else {
        return nil
      }
      header = 16
      length = long
    } else if short == 0 {
      length = parent.count - position
    }
    // A box that is cut off is read as far as it goes.
    guard length >= header, let whole = parent.slice(position, upTo: length),
      let content = whole.rest(from: header)
    else { return nil }
    position += whole.count
    return ISOBox(type: type, range: whole.range, content: content)
  }
}

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
