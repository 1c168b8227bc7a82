/// Removes metadata from WebP (RFC 9649, section 2.7).
enum WebPRemoval {
  static func plan(
    _ extent: MetadataExtent, _ file: ByteSlice
  ) throws(MetadataRemovalError) -> MetadataRemoval {
    guard let stored = file.little(4, 4), let form = file.slice(0, Int64(stored) + 8) else {
      throw .damaged
    }
    // What lies behind the form belongs to no picture; an odd form is followed by a byte of padding.
    let end = min(form.count + form.count % 2, file.count)
    var edits: [MetadataRemoval.Edit] = []
    if end < file.count { edits.append(.remove(end..<file.count)) }
    let chunks = Array(RIFFChunks(form).prefix(mostChunks + 1))
    guard chunks.count <= mostChunks, let last = chunks.last, last.range.upperBound == form.count
    else { throw .damaged }
    switch extent {
    case .position:
      for chunk in chunks where chunk.type == "EXIF" {
        edits += try TIFFRemoval.edits(PhotoDetails.withoutPrefix(chunk.content))
      }
      for chunk in chunks where chunk.type == "XMP " { edits += BlankMetadata.xmp(chunk.content) }
    case .all: edits += removals(chunks, form)
    }
    return try MetadataRemoval(edits, trailer: file.count - end)
  }

  /// Enough for the frames of long animations.
  private static let mostChunks = 100_000

  /// What is needed to show the picture; chunks that RFC 9649 does not know may hold anything.
  private static let shown: Set<FourCC> = [
    "VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP",
  ]

  private static func removals(
    _ chunks: [RIFFChunk], _ form: ByteSlice
  ) -> [MetadataRemoval.Edit] {
    let first = chunks.first { $0.type == "EXIF" }
    let orientation = TIFFRemoval.orientation(
      first.map { PhotoDetails.withoutPrefix($0.content) })
    let kept = orientation.map { orientation in
      let content = TIFFRemoval.orientationOnly(orientation)
      return FourCC("EXIF").bytes + UInt32(content.count).littleEndianBytes + content
    }
    var edits: [MetadataRemoval.Edit] = []
    var length = form.count - 8
    for chunk in chunks where !shown.contains(chunk.type) {
      let content = chunk.range == first?.range ? kept ?? [] : []
      edits.append(MetadataRemoval.Edit(range: chunk.range, content: .bytes(content)))
      length += Int64(content.count) - Int64(chunk.range.count)
    }
    guard !edits.isEmpty else { return [] }
    edits.append(.overwrite(at: 4, UInt32(truncatingIfNeeded: length).littleEndianBytes))
    if let header = chunks.first, header.type == "VP8X", let flags = header.content.byte(0) {
      // Bit 2 announces XMP, bit 3 EXIF.
      let left = flags & ~0x0C | (kept == nil ? 0 : 0x08)
      edits.append(.overwrite(at: header.content.start, [left]))
    }
    return edits
  }
}
