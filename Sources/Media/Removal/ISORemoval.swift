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
    // Dashcams keep an index of positions here, which are elsewhere.
    if movie.box.children.first("gps ") != nil { throw .positionTrack("gps") }
    var edits: [MetadataRemoval.Edit] = []
    var kept = movie.tracks
    if extent == .all {
      guard movie.box.children.count(where: { $0.type == "trak" }) == kept.count else {
        throw .tooLarge
      }
      guard isWhole(file) else { throw .damaged }
      for track in kept where !isShown(track) { edits += try blanked(track, in: file) }
      kept.removeAll { !isShown($0) }
      // Its header is compressed, or it names other files.
      guard !kept.isEmpty else { throw .damaged }
    }
    for track in kept { try check(track) }
    if extent == .all {
      edits += freed(ISOBoxes(file), except: knownBoxes) + cleaned(movie, kept)
    } else {
      for box in ISOBoxes(file) where box.type == "meta" || box.type == "udta" || isXMP(box) {
        edits += removals(box)
      }
      for parent in [movie.box] + kept.map(\.box) {
        for box in parent.children { edits += removals(box) }
      }
    }
    return edits
  }

  /// Boxes around a film without which it may not play.
  private static let knownBoxes: Set<FourCC> = [
    "ftyp", "styp", "moov", "moof", "mdat", "mfra", "sidx", "ssix", "pdin",
  ]
  /// The same in a film and in its tracks.
  private static let movieBoxes: Set<FourCC> = ["mvhd", "trak", "mvex", "iods", "ctab", "pssh"]
  private static let trackBoxes: Set<FourCC> = [
    "tkhd", "mdia", "edts", "tref", "trgr", "load", "tapt", "clip", "matt", "imap",
  ]

  /// Leaves in a film what is needed to play it.
  ///
  /// - Parameter tracks: those that are kept.
  static func cleaned(_ movie: ISOMovie, _ tracks: [ISOMovie.Track]) -> [MetadataRemoval.Edit] {
    freed(movie.box.children, except: movieBoxes)
      + tracks.flatMap { freed($0.box.children, except: trackBoxes) } + dates(movie, tracks)
  }

  /// Frees boxes; those that are free already may still hold what was in them before.
  static func freed(_ boxes: ISOBoxes, except kept: Set<FourCC>) -> [MetadataRemoval.Edit] {
    boxes.filter { !kept.contains($0.type) }.flatMap { box in
      ["free", "skip", "wide"].contains(box.type) ? [.fill(box.content.range)] : freed(box)
    }
  }

  /// Whether a track is seen or heard.
  private static func isShown(_ track: ISOMovie.Track) -> Bool {
    track.handler == "vide" || track.handler == "soun"
  }

  /// Makes a track `free` that is neither seen nor heard, such as that of a phone's sensors, and its samples zeros.
  private static func blanked(
    _ track: ISOMovie.Track, in file: ByteSlice
  ) throws(MetadataRemovalError) -> [MetadataRemoval.Edit] {
    // A film beside a picture counts from its own beginning.
    let places = ISOBoxes(file).filter { $0.type == "mdat" }.map { box in
      box.content.range.lowerBound - file.start..<box.content.range.upperBound - file.start
    }
    guard ISOBoxes(file).first("moof") == nil, let samples = ISOSamples(of: track.box),
      samples.ranges.allSatisfy({ range in
        places.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
      })
    else { throw .positionTrack(code(of: track) ?? "") }
    return freed(track.box)
      + samples.ranges.map { .fill($0.lowerBound + file.start..<$0.upperBound + file.start) }
  }

  /// Whether boxes fill a file, up to some zeros: what else is behind them could be anything.
  private static func isWhole(_ file: ByteSlice) -> Bool {
    let end = ISOBoxes(file).reduce(file.start) { $1.range.upperBound }
    guard let rest = file.rest(from: end - file.start) else { return true }
    return rest.count <= 64 && rest.prefix(64).allSatisfy { $0 == 0 }
  }

  /// Of a position in a box of a film or a track.
  private static func removals(_ box: ISOBox) -> [MetadataRemoval.Edit] {
    switch box.type {
    case "udta": userPositions(box)
    case "meta": keyedPositions(box)
    case "uuid": isXMP(box) ? freed(box) : []
    default: []
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

  private static func descriptions(of track: ISOMovie.Track) -> ByteSlice? {
    let table = track.box.children.first("mdia")?.children.first("minf")?.children.first("stbl")
    return table?.children.first("stsd")?.content
  }

  private static func code(of track: ISOMovie.Track) -> String? {
    descriptions(of: track)?.code(12).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static func check(_ track: ISOMovie.Track) throws(MetadataRemovalError) {
    guard let descriptions = descriptions(of: track), let code = descriptions.code(12) else {
      return
    }
    let text = String(decoding: code.bytes, as: UTF8.self)
    if positionTracks.contains(code) { throw .positionTrack(text) }
    // Apple's tracks of values list their keys here.
    let list = String(decoding: descriptions.prefix(4096), as: UTF8.self)
    if code == "mebx", list.contains("location") { throw .positionTrack(text) }
  }

  /// The times of creation and change in the headers of the film and its tracks, which become 0: not known.
  private static func dates(
    _ movie: ISOMovie, _ tracks: [ISOMovie.Track]
  ) -> [MetadataRemoval.Edit] {
    var headers = [movie.box.children.first("mvhd")]
    for track in tracks {
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
  /// Boxes around the pictures; the others hold what programs add, such as where a picture comes from.
  private static let knownBoxes: Set<FourCC> = ["ftyp", "meta", "mdat", "moov", "mpvd"]
  /// Of the tracks of an animation.
  private static let shown: Set<FourCC?> = ["pict", "vide", "auxv"]

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
    for box in ISOBoxes(file) {
      // A film beside the picture, with metadata of its own.
      if box.type == "mpvd" { edits += try ISORemoval.edits(extent, box.content) }
      if extent == .position, ISORemoval.isXMP(box) { edits += ISORemoval.freed(box) }
    }
    if extent == .all {
      guard items.isUnderstood else { throw .scattered }
      edits += ISORemoval.freed(ISOBoxes(file), except: knownBoxes)
      if let movie = ISOMovie(file) {
        let tracks = movie.tracks
        guard movie.box.children.count(where: { $0.type == "trak" }) == tracks.count,
          tracks.allSatisfy({ shown.contains($0.handler) })
        else { throw .scattered }
        edits += ISORemoval.cleaned(movie, tracks)
      }
    }
    guard edits.allSatisfy({ !items.isPicture($0.range) }) else { throw .damaged }
    return try MetadataRemoval(edits)
  }
}
