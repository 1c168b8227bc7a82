/// Blanks metadata in HEIC and AVIF in place: their tables point into the file.
enum HEIFRemoval {
  static func plan(
    _ extent: MetadataExtent, _ file: ByteSlice
  ) throws(MetadataRemovalError) -> MetadataRemoval {
    guard let items = HEIFItems(file) else { throw .damaged }
    var edits: [MetadataRemoval.Edit] = []
    for item in items.exifItems where !item.isEmpty {
      switch extent {
      case .position:
        guard item.count == 1 else { throw .scattered }
        if let exif = HEIFItems.exif(in: item) { edits += try TIFFRemoval.edits(exif) }
      case .all:
        edits += BlankMetadata.heifExif(item.first)
        edits += item.dropFirst().compactMap { .fill($0) }
      }
    }
    for item in items.textItems {
      edits += BlankMetadata.xmp(item.first)
      edits += item.dropFirst().compactMap { .fill($0, UInt8(ascii: " ")) }
    }
    guard edits.allSatisfy({ !items.isPicture($0.range) }) else { throw .damaged }
    for box in ISOBoxes(file) {
      // A film beside the picture, with metadata of its own.
      if box.type == "mpvd" { edits += try ISORemoval.edits(extent, box.content) }
      if ISORemoval.isXMP(box) { edits += ISORemoval.freed(box) }
    }
    guard let plan = MetadataRemoval(edits) else { throw .damaged }
    return plan
  }
}
