@testable import Media

/// Makes small files of each format, with made-up compressed data.
enum FileBuilder {
  // MARK: - JPEG

  static let scan: [UInt8] = [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56, 0x78]

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + UInt16(content.count + 2).bigEndianBytes + content
  }

  static func exifSegment(_ exif: [UInt8]) -> [UInt8] {
    segment(0xE1, JPEGSegment.exifPrefix + exif)
  }

  static func jpeg(
    width: UInt16 = 40, height: UInt16 = 30, _ segments: [[UInt8]] = [], trailer: [UInt8] = []
  ) -> [UInt8] {
    let frame =
      [8] + height.bigEndianBytes + width.bigEndianBytes + [3]
      + [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    return [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
      + segments.joined() + segment(0xC0, frame)
      + segment(0xDA, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]) + scan + [0xFF, 0xD9] + trailer
  }

  // MARK: - PNG

  static func chunk(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
    let named = type.bytes + content
    return UInt32(content.count).bigEndianBytes + named + CRC32.of(named).bigEndianBytes
  }

  static func png(
    width: UInt32 = 40, height: UInt32 = 30, _ chunks: [[UInt8]] = [], trailer: [UInt8] = []
  ) -> [UInt8] {
    let header = width.bigEndianBytes + height.bigEndianBytes + [8, 2, 0, 0, 0]
    return PNGChunks.signature + chunk("IHDR", header) + chunks.joined()
      + chunk("IDAT", [1, 2, 3, 4, 5]) + chunk("IEND", []) + trailer
  }

  // MARK: - RIFF

  static func riffChunk(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
    type.bytes + UInt32(content.count).littleEndianBytes + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  static func riff(_ form: FourCC, _ chunks: [[UInt8]]) -> [UInt8] {
    let content = form.bytes + chunks.joined()
    return Array("RIFF".utf8) + UInt32(content.count).littleEndianBytes + content
  }

  /// The tag of a key frame of 40 × 30 pixels.
  static let vp8: [UInt8] = [0x10, 0, 0, 0x9D, 1, 0x2A, 40, 0, 30, 0, 9, 9]

  static func webp(exif: [UInt8]? = nil, xmp: [UInt8]? = nil) -> [UInt8] {
    let flags: UInt8 = (exif == nil ? 0 : 8) | (xmp == nil ? 0 : 4)
    return riff(
      "WEBP",
      [
        riffChunk("VP8X", [flags, 0, 0, 0, 39, 0, 0, 29, 0, 0]), riffChunk("VP8 ", vp8),
        exif.map { riffChunk("EXIF", $0) } ?? [], xmp.map { riffChunk("XMP ", $0) } ?? [],
      ])
  }

  static func wav(rate: UInt32 = 8000, bytes: Int, claimed: UInt32? = nil) -> [UInt8] {
    let format =
      UInt16(1).littleEndianBytes + UInt16(1).littleEndianBytes + rate.littleEndianBytes
      + rate.littleEndianBytes + UInt16(1).littleEndianBytes + UInt16(8).littleEndianBytes
    let data =
      Array("data".utf8) + (claimed ?? UInt32(bytes)).littleEndianBytes
      + Array(repeating: 0x80, count: bytes)
    return riff("WAVE", [riffChunk("fmt ", format), data])
  }

  // MARK: - ISO base media

  static func box(_ type: FourCC, _ content: [UInt8]...) -> [UInt8] {
    let joined = Array(content.joined())
    return UInt32(joined.count + 8).bigEndianBytes + type.bytes + joined
  }

  static func fullBox(
    _ type: FourCC, version: UInt8 = 0, flags: UInt32 = 0, _ content: [UInt8]...
  ) -> [UInt8] {
    box(type, (UInt32(version) << 24 | flags).bigEndianBytes, Array(content.joined()))
  }

  static func fileType(_ major: FourCC, _ compatible: FourCC...) -> [UInt8] {
    box("ftyp", major.bytes, [0, 0, 0, 0], compatible.flatMap(\.bytes))
  }

  /// A picture of 40 × 30 stored pixels, with items for EXIF and XMP.
  static func heif(
    brand: FourCC = "heic", properties: [[UInt8]] = [], exif: [UInt8]? = nil,
    isExifSplit: Bool = false, xmp: [UInt8]? = nil,
    pixels: [UInt8] = Array("compressed pixels".utf8)
  ) -> [UInt8] {
    var items: [(id: UInt16, type: FourCC, name: [UInt8], content: [UInt8])] = [
      (1, "hvc1", [0], pixels)
    ]
    if let exif { items.append((2, "Exif", [0], UInt32(0).bigEndianBytes + exif)) }
    if let xmp {
      items.append((3, "mime", [0] + Array("application/rdf+xml".utf8) + [0], xmp))
    }
    let size = fullBox("ispe", UInt32(40).bigEndianBytes, UInt32(30).bigEndianBytes)
    let all = [size] + properties
    let associations =
      UInt32(1).bigEndianBytes + UInt16(1).bigEndianBytes + [UInt8(all.count)]
      + all.indices.map { UInt8($0 + 1) }
    func meta(_ start: Int) -> [UInt8] {
      var places: [UInt8] = []
      var offset = start
      for item in items {
        let isSplit = isExifSplit && item.type == "Exif"
        let pieces = isSplit ? [40, item.content.count - 40] : [item.content.count]
        places += item.id.bigEndianBytes + [0, 0] + UInt16(pieces.count).bigEndianBytes
        for length in pieces {
          places += UInt32(offset).bigEndianBytes + UInt32(length).bigEndianBytes
          offset += length
        }
      }
      let entries = items.flatMap {
        fullBox("infe", version: 2, $0.id.bigEndianBytes, [0, 0], $0.type.bytes, $0.name)
      }
      return fullBox(
        "meta",
        fullBox("hdlr", [0, 0, 0, 0], FourCC("pict").bytes, Array(repeating: 0, count: 13)),
        fullBox("pitm", UInt16(1).bigEndianBytes),
        fullBox("iinf", UInt16(items.count).bigEndianBytes, entries),
        box("iprp", box("ipco", Array(all.joined())), fullBox("ipma", associations)),
        fullBox("iloc", [0x44, 0x00], UInt16(items.count).bigEndianBytes, places))
    }
    let type = fileType(brand, "mif1")
    let start = type.count + meta(0).count + 8
    return type + meta(start) + box("mdat", items.flatMap(\.content))
  }

  static func handler(_ type: FourCC) -> [UInt8] {
    fullBox("hdlr", [0, 0, 0, 0], type.bytes, Array(repeating: 0, count: 13))
  }

  static func movieHeader(scale: UInt32 = 1000, units: UInt32) -> [UInt8] {
    fullBox(
      "mvhd", [0xD0, 0, 0, 1, 0xD0, 0, 0, 2], scale.bigEndianBytes, units.bigEndianBytes,
      Array(repeating: 0, count: 80))
  }

  static func track(
    _ handlerType: FourCC, id: UInt32 = 1, scale: UInt32 = 1000, code: FourCC = "avc1",
    width: UInt16 = 0, height: UInt16 = 0, isTurned: Bool = false, extra: [UInt8] = []
  ) -> [UInt8] {
    let one = UInt32(0x1_0000).bigEndianBytes
    let zero = UInt32(0).bigEndianBytes
    let end = zero + zero + UInt32(0x4000_0000).bigEndianBytes
    let matrix =
      isTurned
      ? zero + one + zero + UInt32(0xFFFF_0000).bigEndianBytes + zero + zero + end
      : one + zero + zero + zero + one + zero + end
    let header = fullBox(
      "tkhd", flags: 3, [0xD0, 0, 0, 1, 0xD0, 0, 0, 2], id.bigEndianBytes,
      Array(repeating: 0, count: 24), matrix, width.bigEndianBytes + [0, 0],
      height.bigEndianBytes + [0, 0])
    let description = fullBox(
      "stsd", UInt32(1).bigEndianBytes, box(code, [0, 0, 0, 0, 0, 0, 0, 1]))
    let media = box(
      "mdia",
      fullBox("mdhd", [0, 0, 0, 1, 0, 0, 0, 2], scale.bigEndianBytes, zero, [0, 0, 0, 0]),
      handler(handlerType), box("minf", box("stbl", description)))
    return box("trak", header, media, extra)
  }

  static func keys(_ pairs: [(String, String)]) -> [UInt8] {
    let names = pairs.flatMap { box("mdta", Array($0.0.utf8)) }
    let values = pairs.enumerated().flatMap { index, pair in
      box(FourCC(UInt32(index + 1)), box("data", [0, 0, 0, 1, 0, 0, 0, 0], Array(pair.1.utf8)))
    }
    return box(
      "meta", handler("mdta"), fullBox("keys", UInt32(pairs.count).bigEndianBytes, names),
      box("ilst", values))
  }

  /// `©xyz` of a phone.
  static func place(_ text: String) -> [UInt8] {
    box("©xyz", UInt16(text.utf8.count).bigEndianBytes, [0x15, 0xC7], Array(text.utf8))
  }

  static func movie(
    brand: FourCC = "isom", units: UInt32 = 2500, tracks: [[UInt8]]? = nil, extra: [UInt8]...
  ) -> [UInt8] {
    let tracks = tracks ?? [track("vide", width: 64, height: 36), track("soun", id: 2)]
    return fileType(brand, "isom") + box("mdat", Array("compressed film".utf8))
      + box("moov", movieHeader(units: units), Array(tracks.joined()), Array(extra.joined()))
  }

  // MARK: - EBML

  static func element(_ id: [UInt8], _ content: [UInt8], isOpen: Bool = false) -> [UInt8] {
    id + (isOpen ? [0x01] + Array(repeating: 0xFF, count: 7) : sizeBytes(content.count)) + content
  }

  private static func sizeBytes(_ count: Int) -> [UInt8] {
    [0x08] + UInt32(count).bigEndianBytes
  }

  static func webm(
    docType: String = "webm", trackTypes: [UInt8] = [2], duration: Double? = nil,
    clusters: [UInt8] = [], isOpen: Bool = true
  ) -> [UInt8] {
    let header = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array(docType.utf8)))
    let length = duration.map { element([0x44, 0x89], $0.bitPattern.bigEndianBytes) } ?? []
    let info = element(
      [0x15, 0x49, 0xA9, 0x66], element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40]) + length)
    let size = element([0xE0], element([0xB0], [0x02, 0x80]) + element([0xBA], [0x01, 0xE0]))
    let entries = trackTypes.flatMap {
      element([0xAE], element([0x83], [$0]) + ($0 == 1 ? size : []))
    }
    let tracks = element([0x16, 0x54, 0xAE, 0x6B], entries)
    return header + element([0x18, 0x53, 0x80, 0x67], info + tracks + clusters, isOpen: isOpen)
  }

  static func cluster(at time: UInt16, blocks: [Int16], isOpen: Bool = true) -> [UInt8] {
    let data = blocks.flatMap {
      element([0xA3], [0x81] + UInt16(bitPattern: $0).bigEndianBytes + [0x80, 1, 2, 3])
    }
    let content = element([0xE7], time.bigEndianBytes) + data
    return element([0x1F, 0x43, 0xB6, 0x75], content, isOpen: isOpen)
  }

  // MARK: - Ogg and others

  static func oggPage(granule: UInt64, serial: UInt32 = 7, _ packet: [UInt8]) -> [UInt8] {
    Array("OggS".utf8) + [0, 0] + granule.littleEndianBytes + serial.littleEndianBytes
      + [0, 0, 0, 0, 0, 0, 0, 0] + [1, UInt8(packet.count)] + packet
  }

  static func opusHead(preSkip: UInt16) -> [UInt8] {
    Array("OpusHead".utf8) + [1, 1] + preSkip.littleEndianBytes + UInt32(48_000).littleEndianBytes
      + [0, 0, 0]
  }

  static func flac(rate: UInt64, samples: UInt64) -> [UInt8] {
    let word = rate << 44 | 1 << 41 | 15 << 36 | samples
    return Array("fLaC".utf8) + [0x80, 0, 0, 34] + Array(repeating: 0, count: 10)
      + word.bigEndianBytes + Array(repeating: 0, count: 16)
  }

  /// Frames of 128 kbit/s and 44.1 kHz, each of 417 bytes.
  static func mp3(frames: Int, first: [UInt8] = [], tag: [UInt8] = []) -> [UInt8] {
    let header: [UInt8] = [0xFF, 0xFB, 0x90, 0x00]
    let padded = first + Array(repeating: 0, count: 413 - first.count)
    return tag + header + padded
      + (1..<max(frames, 1)).flatMap { _ in header + Array(repeating: 0, count: 413) }
  }

  /// Frames of 44.1 kHz, each of 20 bytes.
  static func aac(frames: Int) -> [UInt8] {
    let header: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x9F, 0xFC]
    return (0..<frames).flatMap { _ in header + Array(repeating: 1, count: 13) }
  }
}
