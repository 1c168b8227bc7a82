import Testing

@testable import Media

@Suite("Types by bytes")
struct MediaTypeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let mimeType: String
    var kind = MediaType.Kind.picture
    var isInline = true

    var testDescription: String { name }
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let pictures = [
    Case(name: "JPEG", bytes: FileBuilder.jpeg(), mimeType: "image/jpeg"),
    Case(name: "PNG", bytes: FileBuilder.png(), mimeType: "image/png"),
    Case(name: "GIF", bytes: text("GIF89a(\0\u{1E}\0"), mimeType: "image/gif"),
    Case(name: "WebP", bytes: FileBuilder.webp(), mimeType: "image/webp"),
    Case(name: "HEIC", bytes: FileBuilder.heif(), mimeType: "image/heic"),
    Case(name: "AVIF", bytes: FileBuilder.heif(brand: "avif"), mimeType: "image/avif"),
    Case(
      name: "AVIF by a compatible brand",
      bytes: FileBuilder.fileType("mif1", "mif1", "avif"), mimeType: "image/avif"),
    Case(
      name: "HEIC by the structural brand",
      bytes: FileBuilder.fileType("mif1", "mif1", "heic"), mimeType: "image/heic"),
    Case(name: "TIFF", bytes: ExifBuilder.phone().bytes, mimeType: "image/tiff"),
    Case(
      name: "TIFF, big-endian", bytes: ExifBuilder.phone(isLittleEndian: false).bytes,
      mimeType: "image/tiff"),
  ]

  private static let vectors =
    [
      "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "\u{FEFF}<?xml version='1.0'?>\n<!-- a > b -->\n<!DOCTYPE svg [<!ENTITY a 'b'>]>\n<svg>",
      "  \r\n<s:svg xmlns:s='http://www.w3.org/2000/svg'>", "<SVG onload='x'>", "<svg/>",
    ].map {
      Case(name: $0, bytes: text($0), mimeType: "image/svg+xml", isInline: false)
    } + [
      Case(
        name: "SVG in UTF-16", bytes: [0xFF, 0xFE] + "<svg>".utf16.flatMap(\.littleEndianBytes),
        mimeType: "image/svg+xml", isInline: false)
    ]

  private static let films = [
    Case(name: "MP4", bytes: FileBuilder.movie(), mimeType: "video/mp4", kind: .film),
    Case(name: "M4V", bytes: FileBuilder.movie(brand: "M4V "), mimeType: "video/mp4", kind: .film),
    Case(
      name: "MOV", bytes: FileBuilder.movie(brand: "qt  "), mimeType: "video/quicktime",
      kind: .film),
    Case(
      name: "MOV without brands", bytes: FileBuilder.box("wide"), mimeType: "video/quicktime",
      kind: .film),
    Case(name: "M4A", bytes: FileBuilder.movie(brand: "M4A "), mimeType: "audio/mp4", kind: .sound),
    Case(
      name: "MP4 of sound alone", bytes: FileBuilder.movie(tracks: [FileBuilder.track("soun")]),
      mimeType: "audio/mp4", kind: .sound),
    Case(
      name: "WebM", bytes: FileBuilder.webm(trackTypes: [1, 2]), mimeType: "video/webm",
      kind: .film),
    Case(name: "WebM of sound", bytes: FileBuilder.webm(), mimeType: "audio/webm", kind: .sound),
    Case(
      name: "Matroska", bytes: FileBuilder.webm(docType: "matroska", trackTypes: [1]),
      mimeType: "video/x-matroska", kind: .film),
  ]

  private static let sounds = [
    ("Opus", FileBuilder.oggPage(granule: 0, FileBuilder.opusHead(preSkip: 0)), "audio/ogg"),
    ("Vorbis", FileBuilder.oggPage(granule: 0, [1] + text("vorbis")), "audio/ogg"),
    ("MP3", FileBuilder.mp3(frames: 2), "audio/mpeg"),
    ("MP3 with a tag", text("ID3") + [4, 0, 0, 0, 0, 0, 2, 0, 0], "audio/mpeg"),
    ("WAV", FileBuilder.wav(bytes: 8), "audio/wav"),
    ("FLAC", FileBuilder.flac(rate: 8000, samples: 8000), "audio/flac"),
    (
      "FLAC behind a tag",
      text("ID3") + [4, 0, 0, 0, 0, 0, 0] + FileBuilder.flac(rate: 8000, samples: 8000),
      "audio/flac"
    ),
    ("AAC", FileBuilder.aac(frames: 3), "audio/aac"),
  ].map { Case(name: $0.0, bytes: $0.1, mimeType: $0.2, kind: .sound) }

  private static let others =
    [
      Case(
        name: "PDF", bytes: text("%PDF-1.7"), mimeType: "application/pdf", kind: .document,
        isInline: false),
      Case(
        name: "Ogg of something else", bytes: FileBuilder.oggPage(granule: 0, text("Unknown")),
        mimeType: "application/ogg", kind: .other, isInline: false),
    ]
    + [
      ("nothing", []), ("one byte", [0xFF]), ("text", text("hello")),
      ("HTML", text("<!DOCTYPE html><html><svg>")), ("XML", text("<?xml version='1.0'?><a/>")),
      ("a comment without an end", text("<!-- <svg>")), ("AVI", text("RIFF\0\0\0\0AVI LIST")),
      ("JPEG XL", FileBuilder.fileType("jxl ", "jxl ")), ("ZIP", text("PK\u{3}\u{4}")),
      ("one sync word", [0xFF, 0xFB, 0x90, 0x00] + Array(repeating: 0, count: 600)),
      ("a program", [0x7F, 0x45, 0x4C, 0x46]),
    ].map {
      Case(
        name: $0.0, bytes: $0.1, mimeType: "application/octet-stream", kind: .other,
        isInline: false)
    }

  @Test(
    "the bytes say what a file is", arguments: pictures + vectors + films + sounds + others)
  func type(_ example: Case) {
    let type = MediaType(of: ByteSource(example.bytes))
    #expect(type.mimeType == example.mimeType)
    #expect(type.kind == example.kind)
    #expect(type.isInline == example.isInline)
  }

  @Test("of a file that is two things the first bytes decide", arguments: pictures)
  func polyglots(_ example: Case) {
    let script = "<svg onload='alert(1)'><script>*/alert(1)</script>%PDF-1.7"
    let type = MediaType(of: ByteSource(example.bytes + Array(script.utf8)))
    #expect(type.mimeType == example.mimeType)
  }

  @Test("what begins with text is no picture, even if one follows", arguments: pictures)
  func hiddenPictures(_ example: Case) {
    let type = MediaType(of: ByteSource(Array("<svg>".utf8) + example.bytes))
    #expect(!type.isInline)
  }
}
