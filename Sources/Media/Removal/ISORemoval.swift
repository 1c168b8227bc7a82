/// Blanks metadata in MP4 and QuickTime in place: boxes become `free`, so all offsets stay.
enum ISORemoval {
  /// Boxes of user data that hold a position, or a text of any kind in which one can be.
  private static let positionBoxes: Set<FourCC> = ["©xyz", "loci", "XMP_", "GPMF", "uuid", "Xtra"]
  /// Codes of tracks that record positions: GoPro, Android, Sony, DJI.
  private static let positionTracks: Set<FourCC> = ["gpmd", "camm", "rtmd", "djmd", "dbgi", "fdsc"]

  /// Edits of the source for the film in a part of it.
  static func edits(
    _ extent: MetadataExtent, _ file: ByteSlice
  ) throws(MetadataRemovalError) -> [MetadataRemoval.Edit] {
    guard let movie = ISOMovie(file) else { throw .damaged }
    for track in movie.tracks { try check(track) }
    // Dashcams keep an index of positions here, which are elsewhere.
    if movie.box.children.first("gps ") != nil { throw .positionTrack("gps") }
    var edits: [MetadataRemoval.Edit] = []
    for box in ISOBoxes(file) where box.type == "meta" || box.type == "udta" || isXMP(box) {
      edits += removals(extent, box)
    }
    for parent in [movie.box] + movie.tracks.map(\.box) {
      for box in parent.children { edits += removals(extent, box) }
    }
    if extent == .all { edits += dates(movie) }
    return edits
  }

  private static func removals(
    _ extent: MetadataExtent, _ box: ISOBox
  ) -> [MetadataRemoval.Edit] {
    switch box.type {
    case "udta", "meta":
      if extent == .all { return freed(box) }
      return box.type == "meta" ? keyedPositions(box) : userPositions(box)
    case "uuid": return isXMP(box) ? freed(box) : []
    default: return []
    }
  }

  /// The box becomes `free`, with zeros.
  static func freed(_ box: ISOBox) -> [MetadataRemoval.Edit] {
    [.overwrite(at: box.typeOffset, FourCC("free").bytes), .fill(box.content.range)]
  }

  private static let xmpID: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  static func isXMP(_ box: ISOBox) -> Bool {
    box.type == "uuid" && box.content.hasPrefix(xmpID)
  }

  private static func userPositions(_ box: ISOBox) -> [MetadataRemoval.Edit] {
    box.children.flatMap { child -> [MetadataRemoval.Edit] in
      if positionBoxes.contains(child.type) { return freed(child) }
      return child.type == "meta" ? keyedPositions(child) : []
    }
  }

  /// Keys with numbers, and values that name the number of their key (QuickTime File Format, "Metadata").
  private static func keyedPositions(_ meta: ISOBox) -> [MetadataRemoval.Edit] {
    let children = meta.metaChildren
    let keys = Set(positionKeys(children.first("keys")))
    return (children.first("ilst")?.children ?? ISOBoxes(.empty)).flatMap {
      (item: ISOBox) -> [MetadataRemoval.Edit] in
      let isPosition = keys.contains(item.type.value) || item.type == "©xyz"
      return isPosition ? freed(item) : []
    }
  }

  /// The numbers of the keys whose names speak of a place.
  private static func positionKeys(_ box: ISOBox?) -> [UInt32] {
    guard let entries = box?.content.rest(from: 8) else { return [] }
    return ISOBoxes(entries).enumerated().compactMap { index, key in
      let name = String(decoding: key.content.prefix(256), as: UTF8.self).lowercased()
      let words = ["location", "gps", "iso6709", "direction", "place", "xmp"]
      return words.contains(where: name.contains) ? UInt32(truncatingIfNeeded: index + 1) : nil
    }
  }

  private static func check(_ track: ISOMovie.Track) throws(MetadataRemovalError) {
    let table = track.box.children.first("mdia")?.children.first("minf")?.children.first("stbl")
    guard let descriptions = table?.children.first("stsd")?.content,
      let code = descriptions.code(12)
    else { return }
    let text = String(decoding: code.bytes, as: UTF8.self)
    if positionTracks.contains(code) { throw .positionTrack(text) }
    // Apple's tracks of values list their keys here.
    let list = String(decoding: descriptions.prefix(4096), as: UTF8.self)
    if code == "mebx", list.contains("location") { throw .positionTrack(text) }
  }

  /// The times of creation and change in the headers of the film and its tracks, which become 0: not known.
  private static func dates(_ movie: ISOMovie) -> [MetadataRemoval.Edit] {
    var headers = [movie.box.children.first("mvhd")]
    for track in movie.tracks {
      headers.append(track.box.children.first("tkhd"))
      headers.append(track.box.children.first("mdia")?.children.first("mdhd"))
    }
    return headers.compactMap { header in
      guard let (version, _, content) = header?.full else { return nil }
      return content.slice(0, version == 1 ? 16 : 8).map { .fill($0.range) }
    }
  }
}

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
        edits += item.dropFirst().map { .fill($0.range) }
      }
    }
    for item in items.textItems {
      edits += BlankMetadata.xmp(item.first)
      edits += item.dropFirst().map { .fill($0.range, UInt8(ascii: " ")) }
    }
    guard edits.allSatisfy({ !items.isPicture($0.range) }) else { throw .damaged }
    for box in ISOBoxes(file) {
      // A film beside the picture, with metadata of its own.
      if box.type == "mpvd" { edits += try ISORemoval.edits(extent, box.content) }
      if ISORemoval.isXMP(box) { edits += ISORemoval.freed(box) }
    }
    return try MetadataRemoval(edits)
  }
}
