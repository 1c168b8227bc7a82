import Testing
import VaultStore

@testable import Media

private enum Sample {
  static let xmp = Array("<x:xmpmeta exif:GPSLatitude='48,51.5N' city='Paris'/>".utf8)
  static let exif = ExifBuilder.phone().bytes
  static let photoshop = FileBuilder.segment(
    0xED, Array("Photoshop 3.0\0".utf8) + Array("8BIM city Paris".utf8))
  static let xmpSegment = FileBuilder.segment(0xE1, JPEGSegment.xmpPrefix + xmp)
  static let profile = FileBuilder.segment(
    0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + Array("a profile".utf8))
}

@Suite("Removing metadata")
struct MetadataRemovalTests {
  private static func position(_ bytes: [UInt8]) -> GeoPosition? { facts(bytes).details?.position }

  /// The part of the details that is no position.
  private static func withoutPosition(_ details: PhotoDetails?) -> PhotoDetails? {
    var details = details
    details?.position = nil
    details?.gpsTime = nil
    return details
  }

  // MARK: - Position

  private static let photos: [(String, [UInt8])] = [
    (
      "JPEG",
      FileBuilder.jpeg([
        FileBuilder.exifSegment(Sample.exif), Sample.xmpSegment, Sample.photoshop, Sample.profile,
      ])
    ),
    (
      "JPEG, big-endian",
      FileBuilder.jpeg([FileBuilder.exifSegment(ExifBuilder.phone(isLittleEndian: false).bytes)])
    ),
    (
      "PNG",
      FileBuilder.png([
        FileBuilder.chunk("eXIf", Sample.exif),
        FileBuilder.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Sample.xmp),
      ])
    ),
    ("WebP", FileBuilder.webp(exif: Sample.exif, xmp: Sample.xmp)),
    ("HEIC", FileBuilder.heif(exif: Sample.exif, xmp: Sample.xmp)),
    ("AVIF", FileBuilder.heif(brand: "avif", exif: Sample.exif, xmp: Sample.xmp)),
    ("TIFF", Sample.exif),
  ]

  @Test("without its position a photo keeps all that EXIF says otherwise", arguments: photos)
  func position(name: String, bytes: [UInt8]) throws {
    #expect(Self.position(bytes) != nil)
    let after = try stripped(bytes, .position)
    let (before, found) = (facts(bytes), facts(after))
    #expect(found.details == Self.withoutPosition(before.details))
    #expect(found.details?.original != nil)
    #expect(found.size == before.size)
    #expect(found.type == before.type)
    #expect(!after.contains(text: "Paris"))
    #expect(!after.contains(text: "maker notes"))
    if name != "PNG" { #expect(after.count == bytes.count, "offsets stay right") }
    #expect(try stripped(after, .position) == after, "a second time changes nothing")
  }

  @Test("the numbers of the position are gone from the bytes", arguments: photos)
  func numbers(name: String, bytes: [UInt8]) throws {
    // 3024/100 seconds of latitude, in either byte order.
    let numbers = [
      UInt32(3024).littleEndianBytes + UInt32(100).littleEndianBytes,
      UInt32(3024).bigEndianBytes + UInt32(100).bigEndianBytes,
    ]
    #expect(numbers.contains { bytes.firstRange(of: $0) != nil })
    let after = try stripped(bytes, .position)
    #expect(numbers.allSatisfy { after.firstRange(of: $0) == nil })
  }

  // MARK: - All

  @Test(
    "without metadata a photo is still turned the right way",
    arguments: PictureOrientation.allCases)
  func orientation(_ orientation: PictureOrientation) throws {
    let exif = ExifBuilder.phone(orientation: orientation.rawValue).bytes
    let files = [
      FileBuilder.jpeg([FileBuilder.exifSegment(exif), Sample.xmpSegment]),
      FileBuilder.png([FileBuilder.chunk("eXIf", exif), FileBuilder.chunk("tIME", [1])]),
      FileBuilder.webp(exif: exif, xmp: Sample.xmp),
    ]
    var kept = PhotoDetails()
    kept.orientation = orientation
    for bytes in files {
      let after = try stripped(bytes, .all)
      #expect(facts(after).size == facts(bytes).size)
      #expect(facts(after).details == (orientation == .upright ? nil : kept))
      #expect(!after.contains(text: "Apfel"))
      #expect(!after.contains(text: "xmpmeta"))
      #expect(try stripped(after, .all) == after, "a second time changes nothing")
    }
  }

  @Test("of JPEG the profile and what decoders need stay, texts and other data go")
  func jpegSegments() throws {
    let adobe = FileBuilder.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
    let comment = FileBuilder.segment(0xFE, Array("a comment".utf8))
    let pictures = FileBuilder.segment(0xE2, Array("MPF\0 index".utf8))
    let restart = FileBuilder.segment(0xDD, [0, 4])
    let bytes = FileBuilder.jpeg([
      FileBuilder.exifSegment(ExifBuilder.phone(orientation: 1).bytes), Sample.xmpSegment,
      Sample.profile, pictures, Sample.photoshop, adobe, comment, restart,
    ])
    let expected = FileBuilder.jpeg([Sample.profile, adobe, restart])
    #expect(try stripped(bytes, .all) == expected)
  }

  @Test("texts between the scans of a progressive JPEG go too")
  func betweenScans() throws {
    var bytes = Array(FileBuilder.jpeg().dropLast(2))
    let scan = FileBuilder.segment(0xDA, [1, 1, 0, 0, 63, 0]) + FileBuilder.scan + [0xFF, 0xD9]
    let expected = bytes + scan
    bytes += FileBuilder.segment(0xFE, Array("a comment".utf8)) + scan
    #expect(try stripped(bytes, .all) == expected)
  }

  @Test("of PNG texts go, and colours and pixels stay")
  func pngChunks() throws {
    let gamma = FileBuilder.chunk("gAMA", [0, 0, 0xB1, 0x8F])
    let bytes = FileBuilder.png([
      gamma, FileBuilder.chunk("tEXt", Array("Comment\0Paris".utf8)),
      FileBuilder.chunk("zTXt", Array("Raw profile type exif\0".utf8)),
      FileBuilder.chunk("iTXt", Array("Title\0".utf8)),
    ])
    #expect(try stripped(bytes, .all) == FileBuilder.png([gamma]))
    // A text that the user wrote stays without the position.
    let comment = FileBuilder.chunk("tEXt", Array("Comment\0hello".utf8))
    let profile = FileBuilder.chunk("zTXt", Array("Raw profile type exif\0".utf8))
    #expect(
      try stripped(FileBuilder.png([comment, profile]), .position) == FileBuilder.png([comment]))
  }

  @Test("a chunk of PNG that was changed has its own checksum")
  func checksums() throws {
    // The check value of the catalogue of CRC algorithms.
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    let bytes = FileBuilder.png([FileBuilder.chunk("eXIf", Sample.exif)])
    let after = try stripped(bytes, .position)
    let chunk = try #require(PNGChunks(ByteSource(after).all).first { $0.type == "eXIf" })
    let content = try #require(chunk.content.bytes(limit: 10_000))
    let expected = FileBuilder.chunk("eXIf", content)
    #expect(after[Int(chunk.range.lowerBound)..<Int(chunk.range.upperBound)] == expected[...])
    let stored = Array(after[..<Int(chunk.range.upperBound)].suffix(4)).bigEndian
    #expect(stored == UInt64(CRC32.of(Array("eXIf".utf8) + content)))
  }

  @Test("WebP without metadata says so in its header, and has its length right")
  func webpHeader() throws {
    let exif = ExifBuilder.phone(orientation: 1).bytes
    #expect(try stripped(FileBuilder.webp(exif: exif, xmp: Sample.xmp), .all) == FileBuilder.webp())
    let turned = try stripped(FileBuilder.webp(exif: Sample.exif), .all)
    #expect(turned == FileBuilder.webp(exif: TIFFRemoval.orientationOnly(.turnedRight)))
  }

  @Test("HEIC keeps every offset, and its items are empty")
  func heif() throws {
    let bytes = FileBuilder.heif(exif: Sample.exif, xmp: Sample.xmp)
    let after = try stripped(bytes, .all)
    #expect(after.count == bytes.count)
    #expect(after.contains(text: "compressed pixels"))
    #expect(!after.contains(text: "Apfel"))
    #expect(facts(after).details == PhotoDetails())
    #expect(facts(after).size == facts(bytes).size)
  }

  @Test("what no reader needs goes, though tl does not know what it is")
  func unknownParts() throws {
    let secret = Array("Paris, said Apfel".utf8)
    let jfif = FileBuilder.segment(
      0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 6, 1] + secret + [0])
    let frame = FileBuilder.webp()
    let sealed = Array(frame.dropFirst(12)) + FileBuilder.riffChunk("C2PA", secret)
    let uuid = FileBuilder.box("uuid", Array(repeating: 0xD8, count: 16), secret)
    let free = FileBuilder.box("free", secret)
    let files: [(String, [UInt8])] = [
      ("a small picture", FileBuilder.jpeg([jfif])),
      ("a chunk of PNG", FileBuilder.png([FileBuilder.chunk("caBX", secret)])),
      ("a chunk of WebP", FileBuilder.riff("WEBP", [sealed])),
      ("a box of HEIC", FileBuilder.heif() + uuid + free),
      ("free boxes", FileBuilder.movie(extra: free) + free),
      ("a box of a film", FileBuilder.movie(extra: FileBuilder.box("AMBA", secret))),
      (
        "a box of a track",
        FileBuilder.movie(tracks: [
          FileBuilder.track("vide", width: 9, height: 9, extra: FileBuilder.box("info", secret))
        ])
      ),
    ]
    for (name, bytes) in files {
      let after = try stripped(bytes, .all)
      #expect(!after.contains(text: "Apfel"), "\(name)")
      #expect(facts(after).type == facts(bytes).type, "\(name)")
      #expect(facts(after).size == facts(bytes).size, "\(name)")
      #expect(try stripped(after, .all) == after, "\(name)")
    }
  }

  @Test("an item of metadata whose place cannot be told is not left in a picture")
  func itemsElsewhere() throws {
    var bytes = FileBuilder.heif(exif: Sample.exif)
    let table = try #require(bytes.firstRange(of: Array("iloc".utf8)))
    bytes[table.upperBound - 1] = UInt8(ascii: "x")
    #expect(throws: MetadataRemovalError.scattered) { try stripped(bytes, .all) }
  }

  // MARK: - Behind the picture

  @Test("a film behind a photo loses its position, or goes with all metadata")
  func motionPhotos() throws {
    let film = FileBuilder.movie(
      extra: FileBuilder.box("udta", FileBuilder.place("+48.8566+002.3522/")))
    let bytes = FileBuilder.jpeg([FileBuilder.exifSegment(Sample.exif)], trailer: film)
    let after = try stripped(bytes, .position)
    #expect(after.count == bytes.count)
    #expect(!after.contains(text: "+48.8566"))
    #expect(after.contains(text: "compressed film"))
    let source = ByteSource(bytes)
    let plan = try MetadataRemoval.plan(.all, for: source)
    #expect(plan.trailer == Int64(film.count))
    #expect(!plan.applied(to: bytes).contains(text: "compressed film"))
  }

  @Test("a second photo behind the first one loses its position")
  func secondPhotos() throws {
    let second = FileBuilder.jpeg([FileBuilder.exifSegment(Sample.exif)])
    let bytes = FileBuilder.jpeg([FileBuilder.exifSegment(Sample.exif)], trailer: second)
    let after = try stripped(bytes, .position)
    #expect(after.count == bytes.count)
    let cut = bytes.count - second.count
    #expect(Self.position(Array(after[cut...])) == nil)
    #expect(facts(Array(after[cut...])).details?.make == "Apfel")
  }

  @Test("what tl does not know behind a picture is cut off, and the plan says so")
  func unknownTrailers() throws {
    let text = Array("SEFH unknown Paris".utf8)
    for bytes in [
      FileBuilder.jpeg(trailer: text), FileBuilder.png(trailer: text), FileBuilder.webp() + text,
    ] {
      for extent in MetadataExtent.allCases {
        let plan = try MetadataRemoval.plan(extent, for: ByteSource(bytes))
        #expect(plan.trailer == Int64(text.count))
        #expect(plan.applied(to: bytes) == Array(bytes.dropLast(text.count)))
      }
    }
  }

  // MARK: - Films

  private static let films: [(String, [UInt8])] = [
    ("©xyz", FileBuilder.box("udta", FileBuilder.place("+48.8566+002.3522/"))),
    (
      "loci",
      FileBuilder.box(
        "udta",
        FileBuilder.fullBox(
          "loci", [0, 0] + Array("Paris\0".utf8) + [0],
          [Int32(2 << 16), 48 << 16, 35 << 16].flatMap(\.bigEndianBytes), [0, 0]))
    ),
    (
      "keys",
      FileBuilder.keys([
        ("com.apple.quicktime.make", "Apfel"),
        ("com.apple.quicktime.location.ISO6709", "+48.8566+002.3522+035.0/"),
        ("com.apple.quicktime.creationdate", "2020-11-20T18:03:11+0100"),
        ("com.apple.quicktime.location.name", "Paris"),
      ])
    ),
  ]

  @Test("a film loses its position in place", arguments: films)
  func film(name: String, extra: [UInt8]) throws {
    for bytes in [
      FileBuilder.movie(extra: extra),
      FileBuilder.movie(tracks: [FileBuilder.track("vide", width: 9, height: 9, extra: extra)]),
    ] {
      #expect(Self.position(bytes).map { Int($0.latitude) } == 48)
      for extent in MetadataExtent.allCases {
        let after = try stripped(bytes, extent)
        #expect(after.count == bytes.count)
        #expect(Self.position(after) == nil)
        #expect(!after.contains(text: "+48.85"))
        #expect(!after.contains(text: "Paris"))
        #expect(after.contains(text: "compressed film"))
        #expect(facts(after).duration == 2500)
        #expect(facts(after).size == facts(bytes).size)
        #expect(after.contains(text: "Apfel") == (name == "keys" && extent == .position))
        #expect(try stripped(after, extent) == after, "a second time changes nothing")
      }
    }
  }

  @Test("without metadata a film does not say when it was made")
  func dates() throws {
    let bytes = FileBuilder.movie()
    #expect(bytes.firstRange(of: [0xD0, 0, 0, 1]) != nil)
    #expect(try stripped(bytes, .all).firstRange(of: [0xD0, 0, 0, 1]) == nil)
    #expect(try stripped(bytes, .position) == bytes)
  }

  @Test("a film with a track of positions is refused", arguments: ["gpmd", "camm"])
  func positionTracks(code: String) {
    let track = FileBuilder.track("meta", code: FourCC(stringLiteral: code))
    let bytes = FileBuilder.movie(tracks: [FileBuilder.track("vide"), track])
    for extent in MetadataExtent.allCases {
      #expect(throws: MetadataRemovalError.positionTrack(code)) { try stripped(bytes, extent) }
    }
  }

  // MARK: - Refusals

  @Test(
    "what tl cannot do it says",
    arguments: [
      (
        Array("GIF89a(\0\u{1E}\0".utf8), "is damaged, so tl cannot tell where its metadata is"
      ),
      (Sample.exif, "is TIFF, from which tl cannot remove metadata"),
      (Array("%PDF-1.7".utf8), "is PDF, from which tl cannot remove metadata"),
      (Array("<svg/>".utf8), "is SVG, from which tl cannot remove metadata"),
      (Array("hello".utf8), "has a format that tl does not know"),
      (
        Array(FileBuilder.jpeg().dropLast(2)),
        "is damaged, so tl cannot tell where its metadata is"
      ),
      (Array(FileBuilder.png().dropLast(1)), "is damaged, so tl cannot tell where its metadata is"),
      (
        Array(FileBuilder.webp().dropLast(1)), "is damaged, so tl cannot tell where its metadata is"
      ),
    ] as [([UInt8], String)])
  func refusals(bytes: [UInt8], message: String) {
    let error = #expect(throws: MetadataRemovalError.self) { try stripped(bytes, .all) }
    #expect(error?.description == message)
  }

  @Test("other reasons have words too")
  func words() {
    #expect(
      MetadataRemovalError.unsupported(.gif, .position).description
        == "is GIF, from which tl cannot remove a position")
    #expect(
      MetadataRemovalError.positionTrack("gpmd").description
        == "has a track 'gpmd', which can hold a position for each moment")
    #expect(MetadataRemovalError.tooLarge.description == "is too large for tl to look through")
    #expect(
      MetadataRemovalError.scattered.description
        == "has its metadata in pieces that tl cannot change")
  }

  @Test("metadata that claims to lie where the pixels are is not blanked")
  func overlap() {
    // Both items are at the place of the picture.
    var bytes = FileBuilder.heif(exif: Sample.exif)
    let content = UInt32(Sample.exif.count + 4).bigEndianBytes
    guard let place = bytes.firstRange(of: content),
      let pixels = bytes.firstRange(of: Array("compressed".utf8))
    else {
      Issue.record("the fixture has no such table")
      return
    }
    let offset = UInt32(pixels.lowerBound).bigEndianBytes
    bytes.replaceSubrange(place.lowerBound - 4..<place.lowerBound, with: offset)
    #expect(throws: MetadataRemovalError.damaged) { try stripped(bytes, .all) }
  }

  @Test("EXIF in two pieces is read and emptied, but not changed in its middle")
  func pieces() throws {
    let bytes = FileBuilder.heif(exif: Sample.exif, isExifSplit: true)
    #expect(facts(bytes).details == facts(FileBuilder.heif(exif: Sample.exif)).details)
    #expect(throws: MetadataRemovalError.scattered) { try stripped(bytes, .position) }
    let after = try stripped(bytes, .all)
    #expect(facts(after).details == PhotoDetails())
    #expect(!after.contains(text: "Apfel"))
  }

  @Test("edits that contradict each other make no plan")
  func edits() throws {
    for pair: [MetadataRemoval.Edit] in [
      [.remove(0..<4), .remove(3..<6)], [.fill(0..<4), .fill(3..<6, 1)],
    ] {
      #expect(throws: MetadataRemovalError.damaged) { try MetadataRemoval(pair) }
    }
    let joined = try MetadataRemoval([.fill(3..<6), .fill(0..<4)])
    #expect(joined.edits == [.fill(0..<6)])
    let plan = try MetadataRemoval([.fill(4..<6, 7), .remove(0..<2)])
    #expect(plan.pieces(ofSize: 8) == [.copied(2..<4), .filled(7, count: 2), .copied(6..<8)])
    #expect(plan.applied(to: [0, 1, 2, 3, 4, 5, 6, 7]) == [2, 3, 7, 7, 6, 7])
  }
}
