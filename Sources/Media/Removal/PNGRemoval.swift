internal import VaultStore

/// Removes metadata from PNG.
enum PNGRemoval {
  /// The most bytes of EXIF that is rewritten with its checksum.
  private static let largestExif = 1 << 20

  static func plan(
    _ extent: MetadataExtent, _ file: ByteSlice
  ) throws(MetadataRemovalError) -> MetadataRemoval {
    var chunks = PNGChunks(file)
    var edits: [MetadataRemoval.Edit] = []
    while let chunk = chunks.next() {
      switch extent {
      case .position: try edits += positionEdits(chunk)
      case .all: edits += removals(chunk)
      }
    }
    guard let end = chunks.end else { throw .damaged }
    let trailer = file.count - end
    if trailer > 0 { edits.append(.remove(end..<file.count)) }
    return try MetadataRemoval(edits, trailer: trailer)
  }

  private static func removals(_ chunk: PNGChunk) -> [MetadataRemoval.Edit] {
    switch chunk.type {
    case "eXIf":
      let orientation = TIFFRemoval.orientation(chunk.content)
      let kept =
        orientation.map { PNGChunk.bytes("eXIf", TIFFRemoval.orientationOnly($0)) } ?? []
      return [MetadataRemoval.Edit(range: chunk.range, content: .bytes(kept))]
    default:
      // A small letter: the picture can be shown without it (section 5.4).
      let isNeeded = chunk.type.bytes[0] & 0x20 == 0 || shown.contains(chunk.type)
      return isNeeded ? [] : [.remove(chunk.range)]
    }
  }

  /// What says how the pixels look, and the pictures of an animation; others hold texts, previews, or the picture as
  /// it was before an edit.
  private static let shown: Set<FourCC> = [
    "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "mDCv", "cLLI", "cLLi", "bKGD",
    "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT",
  ]

  private static func positionEdits(
    _ chunk: PNGChunk
  ) throws(MetadataRemovalError) -> [MetadataRemoval.Edit] {
    switch chunk.type {
    case "eXIf":
      guard let content = chunk.content.bytes(limit: largestExif) else { throw .damaged }
      // Planned on a copy in memory, because the checksum needs the result.
      let copy = ByteSource(content, budget: 4 * content.count + 4096)
      let plan = try MetadataRemoval(try TIFFRemoval.edits(copy.all))
      let rewritten = PNGChunk.bytes("eXIf", plan.applied(to: content))
      return plan.isEmpty ? [] : [.overwrite(at: chunk.range.lowerBound, rewritten)]
    case "tEXt", "zTXt", "iTXt":
      // XMP, and EXIF and XMP as ImageMagick stores them.
      let keyword = chunk.content.prefix(80).prefix { $0 != 0 }
      let isHidden =
        keyword.elementsEqual("XML:com.adobe.xmp".utf8)
        || keyword.starts(with: "Raw profile type".utf8)
      return isHidden ? [.remove(chunk.range)] : []
    default: return []
    }
  }
}

extension MetadataRemoval {
  /// The bytes after the removal, for what is in memory anyway.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    pieces(ofSize: Int64(bytes.count)).flatMap { piece -> [UInt8] in
      switch piece {
      case .copied(let range): Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
      case .bytes(let bytes): bytes
      case .filled(let byte, let count): Array(repeating: byte, count: Int(count))
      }
    }
  }
}
