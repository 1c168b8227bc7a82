import Testing

@testable import Media

@Suite("Sizes of pictures")
struct PictureSizeTests {
  private static let upright = PictureSize(stored: (40, 30), .upright)

  @Test(
    "each EXIF orientation gives the size that is shown", arguments: PictureOrientation.allCases)
  func orientations(_ orientation: PictureOrientation) {
    let exif = ExifBuilder.phone(orientation: orientation.rawValue).bytes
    let expected = PictureSize(stored: (40, 30), orientation)
    #expect(expected.width == (orientation.rawValue < 5 ? 40 : 30))
    #expect(facts(FileBuilder.jpeg([FileBuilder.exifSegment(exif)])).size == expected)
    #expect(facts(FileBuilder.png([FileBuilder.chunk("eXIf", exif)])).size == expected)
    #expect(facts(FileBuilder.webp(exif: exif)).size == expected)
    #expect(facts(FileBuilder.webp(exif: JPEGSegment.exifPrefix + exif)).size == expected)
  }

  @Test("an orientation that does not exist is none", arguments: [0, 9, 65_535])
  func unknownOrientations(value: Int) {
    let exif = ExifBuilder.phone(orientation: value).bytes
    #expect(facts(FileBuilder.jpeg([FileBuilder.exifSegment(exif)])).size == Self.upright)
  }

  @Test("a picture without EXIF is as it is stored")
  func plain() {
    #expect(facts(FileBuilder.jpeg()).size == Self.upright)
    #expect(facts(FileBuilder.png()).size == Self.upright)
    #expect(facts(Array("GIF89a(\0\u{1E}\0".utf8)).size == Self.upright)
    #expect(facts(FileBuilder.webp()).size == Self.upright)
    #expect(
      facts(FileBuilder.riff("WEBP", [FileBuilder.riffChunk("VP8 ", FileBuilder.vp8)])).size
        == Self.upright)
    // 14 bits each of width and height less one: 39 and 29.
    let lossless: [UInt8] = [0x2F] + UInt32(39 | 29 << 14).littleEndianBytes
    #expect(
      facts(FileBuilder.riff("WEBP", [FileBuilder.riffChunk("VP8L", lossless)])).size
        == Self.upright)
  }

  @Test("fill bytes before a marker and tables before the frame are skipped")
  func fillers() {
    let jpeg = FileBuilder.jpeg([[0xFF, 0xFF], FileBuilder.segment(0xC4, [0, 1, 2])])
    #expect(facts(jpeg).size == Self.upright)
  }

  @Test("a TIFF file has its size in the first directory", arguments: [true, false])
  func tiff(isLittleEndian: Bool) {
    var builder = ExifBuilder.phone(isLittleEndian: isLittleEndian, orientation: 8)
    builder.picture += [(.imageWidth, .short(40)), (.imageLength, .long(30))]
    #expect(facts(builder.bytes).size == PictureSize(stored: (40, 30), .turnedLeft))
  }

  struct Turn: Sendable {
    let properties: [[UInt8]]
    let width: Int
    let orientation: PictureOrientation
  }

  private static func irot(_ angle: UInt8) -> [UInt8] { FileBuilder.box("irot", [angle]) }
  private static func imir(_ axis: UInt8) -> [UInt8] { FileBuilder.box("imir", [axis]) }

  /// As libavif maps EXIF's orientations to properties.
  private static let turns = [
    Turn(properties: [], width: 40, orientation: .upright),
    Turn(properties: [imir(1)], width: 40, orientation: .mirrored),
    Turn(properties: [irot(2)], width: 40, orientation: .upsideDown),
    Turn(properties: [imir(0)], width: 40, orientation: .flipped),
    Turn(properties: [irot(1), imir(0)], width: 30, orientation: .transposed),
    Turn(properties: [irot(3)], width: 30, orientation: .turnedRight),
    Turn(properties: [irot(3), imir(0)], width: 30, orientation: .transversed),
    Turn(properties: [irot(1)], width: 30, orientation: .turnedLeft),
  ]

  @Test("HEIC and AVIF turn by their properties and not by EXIF", arguments: turns)
  func properties(_ turn: Turn) {
    for brand: FourCC in ["heic", "avif"] {
      let file = FileBuilder.heif(
        brand: brand, properties: turn.properties, exif: ExifBuilder.phone().bytes)
      let size = facts(file).size
      #expect(size?.width == turn.width)
      #expect(size?.orientation == turn.orientation)
    }
  }

  @Test("a clean aperture is the size of the picture")
  func cropped() {
    let aperture = FileBuilder.box(
      "clap", [32, 1, 20, 1].flatMap { UInt32($0).bigEndianBytes }, Array(repeating: 0, count: 16))
    let size = facts(FileBuilder.heif(properties: [aperture, Self.irot(1)])).size
    #expect(size == PictureSize(stored: (32, 20), .turnedLeft))
  }

  @Test("a film has the size of its first track of pictures, after rotation")
  func films() {
    #expect(facts(FileBuilder.movie()).size == PictureSize(width: 64, height: 36))
    let turned = FileBuilder.track("vide", width: 64, height: 36, isTurned: true)
    #expect(facts(FileBuilder.movie(tracks: [turned])).size == PictureSize(width: 36, height: 64))
    let webm = FileBuilder.webm(trackTypes: [2, 1])
    #expect(facts(webm).size == PictureSize(width: 640, height: 480))
  }

  @Test("eight turns and mirrorings follow each other as matrices do")
  func group() {
    for a in PictureOrientation.allCases {
      #expect(a.followed(by: .upright) == a)
      #expect(PictureOrientation.upright.followed(by: a) == a)
      #expect(Set(PictureOrientation.allCases.map { a.followed(by: $0) }).count == 8)
    }
    #expect(PictureOrientation.turnedRight.followed(by: .turnedLeft) == .upright)
    #expect(PictureOrientation.turnedRight.followed(by: .turnedRight) == .upsideDown)
  }
}
