import TestSupport
import Testing

@testable import Media

/// What is removed of sounds, films and animations, of which all metadata goes.
@Suite("Metadata of sounds, WebM and GIF")
struct SoundRemovalTests {
  private static let secret = "Paris, said Apfel"

  private static func id3(_ text: String) -> [UInt8] {
    Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(text.utf8.count)] + text.utf8
  }

  private static let id3v1 =
    Array("TAG\(secret)".utf8) + [UInt8](repeating: 0, count: 125 - secret.utf8.count)

  private static func ape() -> [UInt8] {
    let length = UInt32(secret.utf8.count + 32).littleEndianBytes
    let header = Array("APETAGEX".utf8) + [0xD0, 7, 0, 0] + length + [1, 0, 0, 0]
    return header + [0, 0, 0, 0xA0] + Array(repeating: 0, count: 8) + secret.utf8
      + header + [0, 0, 0, 0x80] + Array(repeating: 0, count: 8)
  }

  private static func gif(_ extensions: [UInt8], trailer: [UInt8] = []) -> [UInt8] {
    Array("GIF89a".utf8) + [40, 0, 30, 0, 0x80, 0, 0, 0, 0, 0, 9, 9, 9] + extensions
      + [0x2C, 0, 0, 0, 0, 40, 0, 30, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B] + trailer
  }

  private static let loop = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]

  private static func comment(_ label: UInt8 = 0xFE) -> [UInt8] {
    [0x21, label, UInt8(secret.utf8.count)] + secret.utf8 + [0]
  }

  private static func tags(_ id: [UInt8]) -> [UInt8] {
    FileBuilder.element(id, Array(secret.utf8))
  }

  private static let files: [(String, [UInt8])] = [
    ("ID3v2", FileBuilder.mp3(frames: 3, tag: id3(secret))),
    ("two tags", FileBuilder.mp3(frames: 3, tag: id3(secret) + id3(secret))),
    ("ID3v1", FileBuilder.mp3(frames: 3) + id3v1),
    (
      "LIST",
      FileBuilder.riff(
        "WAVE",
        [
          FileBuilder.riffChunk("fmt ", [1, 0, 1, 0, 64, 31, 0, 0, 64, 31, 0, 0, 1, 0, 8, 0]),
          FileBuilder.riffChunk("LIST", Array("INFO\(secret)".utf8)),
          FileBuilder.riffChunk("data", Array(repeating: 0x80, count: 80)),
          FileBuilder.riffChunk("iXML", Array(secret.utf8)),
        ])
    ),
    (
      "WebM",
      FileBuilder.webm(
        duration: 1000,
        clusters: tags([0x12, 0x54, 0xC3, 0x67])
          + FileBuilder.cluster(at: 0, blocks: [0, 20], isOpen: false)
          + tags([0x19, 0x41, 0xA4, 0x69]), isOpen: false)
    ),
    (
      "a live WebM",
      FileBuilder.webm(
        clusters: FileBuilder.cluster(at: 0, blocks: [0, 20])
          + FileBuilder.cluster(at: 40, blocks: [0, 20]) + tags([0x12, 0x54, 0xC3, 0x67]))
    ),
    ("GIF", gif(loop + comment() + comment(0x01), trailer: Array(secret.utf8))),
    ("XMP in GIF", gif([0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + comment().dropFirst(2))),
  ]

  @Test("all metadata goes, and the rest plays as before", arguments: files)
  func removed(name: String, bytes: [UInt8]) throws {
    #expect(bytes.contains(text: Self.secret))
    let after = try stripped(bytes, .all)
    #expect(!after.contains(text: "Apfel"))
    #expect(facts(after).type == facts(bytes).type)
    #expect(facts(after).size == facts(bytes).size)
    #expect(facts(after).duration == facts(bytes).duration)
    #expect(try stripped(after, .all) == after, "a second time changes nothing")
  }

  @Test("an animation keeps its loop")
  func loops() throws {
    let after = try stripped(Self.gif(Self.loop + Self.comment()), .all)
    #expect(after == Self.gif(Self.loop))
  }

  @Test(
    "what other programs made is cleaned too",
    arguments: ["s.mp3", "vbr.mp3", "s.wav", "s.webm", "live.webm", "v.webm", "plain.gif"])
  func fixtures(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let after = try stripped(bytes, .all)
    #expect(!after.contains(text: "Lavf"))
    #expect(facts(after).type == facts(bytes).type)
    #expect(facts(after).duration == facts(bytes).duration)
    #expect(try stripped(after, .all) == after)
  }

  @Test("sound with something between its frames is refused")
  func gaps() {
    let bytes = FileBuilder.mp3(frames: 2) + Array(Self.secret.utf8) + FileBuilder.mp3(frames: 2)
    #expect(throws: MetadataRemovalError.damaged) { try stripped(bytes, .all) }
  }

  @Test("no sound is taken for a tag, and no tag for sound")
  func soundStays() throws {
    let two = FileBuilder.mp3(frames: 2)
    let behind = [
      Self.ape(), [0, 0, 0] + Self.ape() + Self.id3v1, Self.id3v1 + Self.id3v1,
      Self.id3(Self.secret),
    ]
    for tags in behind { #expect(try stripped(two + tags, .all) == two) }
    let between = two + FileBuilder.mp3(frames: 2, tag: Self.id3(Self.secret))
    #expect(try stripped(between, .all) == FileBuilder.mp3(frames: 4))
    // The last frame was cut off, and its length leads into the tag.
    let cut = Array(two.dropLast(200))
    #expect(try stripped(cut + Self.id3v1, .all) == cut)
    for tag in [Self.ape(), Self.id3(Self.secret)] {
      #expect(throws: MetadataRemovalError.damaged) {
        try stripped(cut + tag, .all)
      }
    }
    let second = FileBuilder.webm(duration: 1000, isOpen: false)
    #expect(throws: MetadataRemovalError.damaged) { try stripped(second + second, .all) }
    let format = FileBuilder.riffChunk(
      "fmt ", [1, 0, 1, 0, 64, 31, 0, 0, 64, 31, 0, 0, 1, 0, 8, 0])
    // A text of odd length without the byte of padding that belongs behind it.
    let text = Array(FileBuilder.riffChunk("LIST", Array("INFOx".utf8)).dropLast())
    let data = FileBuilder.riffChunk("data", Array(repeating: 0x80, count: 80))
    #expect(throws: MetadataRemovalError.damaged) {
      try stripped(FileBuilder.riff("WAVE", [format, text, data]), .all)
    }
    let rest = try stripped(FileBuilder.riff("WAVE", [format, data, Array("Apfel".utf8)]), .all)
    #expect(rest == FileBuilder.riff("WAVE", [format, data, [0, 0, 0, 0, 0]]))
    #expect(try stripped(rest, .all) == rest)
  }

  // MARK: - Tracks of sensors

  /// A track whose samples are the word `Paris` at a place of the file.
  private static func sensors(at place: UInt32) -> [UInt8] {
    let one = UInt32(1).bigEndianBytes
    let table = FileBuilder.box(
      "stbl",
      FileBuilder.fullBox("stsd", one, FileBuilder.box("mebx", [0, 0, 0, 0, 0, 0, 0, 1])),
      FileBuilder.fullBox("stsc", one, one, one, one),
      FileBuilder.fullBox("stsz", UInt32(0).bigEndianBytes, one, UInt32(5).bigEndianBytes),
      FileBuilder.fullBox("stco", one, place.bigEndianBytes))
    return FileBuilder.box(
      "trak",
      FileBuilder.box(
        "mdia", FileBuilder.handler("meta"), FileBuilder.box("minf", table)))
  }

  private static func film(sensorsAt place: UInt32) -> [UInt8] {
    FileBuilder.fileType("isom", "isom") + FileBuilder.box("mdat", Array("filmParis".utf8))
      + FileBuilder.box(
        "moov", FileBuilder.movieHeader(units: 2500),
        FileBuilder.track("vide", width: 64, height: 36), sensors(at: place))
  }

  @Test("a track of sensors and its samples are blanked in place")
  func sensorTracks() throws {
    let start = FileBuilder.fileType("isom", "isom").count + 8 + 4
    let bytes = Self.film(sensorsAt: UInt32(start))
    let after = try stripped(bytes, .all)
    #expect(after.count == bytes.count)
    #expect(!after.contains(text: "Paris"))
    #expect(after.contains(text: "film"))
    #expect(!after.contains(text: "mebx"))
    #expect(facts(after).size == facts(bytes).size)
    #expect(try stripped(after, .all) == after)
  }

  @Test(
    "samples that lie elsewhere are not touched, and the film is refused", arguments: [0, 4000])
  func elsewhere(place: UInt32) {
    #expect(throws: MetadataRemovalError.positionTrack("mebx")) {
      try stripped(Self.film(sensorsAt: place), .all)
    }
  }
}
