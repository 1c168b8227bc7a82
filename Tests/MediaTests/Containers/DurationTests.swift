import Testing

@testable import Media

@Suite("Durations")
struct DurationTests {
  @Test("MP4 has it in the header of the film, of either version")
  func movies() {
    #expect(facts(FileBuilder.movie(units: 2500)).duration == 2500)
    #expect(facts(FileBuilder.movie(brand: "M4A ", units: 61_001)).duration == 61_001)
    let long = FileBuilder.fullBox(
      "mvhd", version: 1, Array(repeating: 0, count: 16), UInt32(90_000).bigEndianBytes,
      UInt64(9_000_000_000).bigEndianBytes)
    let movie = FileBuilder.fileType("isom") + FileBuilder.box("moov", long)
    #expect(facts(movie).duration == 100_000_000)
  }

  private static func fragmented(mehd: UInt32?, fragments: [[UInt8]]) -> [UInt8] {
    let zero = UInt32(0).bigEndianBytes
    let defaults = FileBuilder.fullBox(
      "trex", UInt32(1).bigEndianBytes, UInt32(1).bigEndianBytes, UInt32(20).bigEndianBytes, zero,
      zero)
    let extends = FileBuilder.box(
      "mvex", mehd.map { FileBuilder.fullBox("mehd", $0.bigEndianBytes) } ?? [], defaults)
    return FileBuilder.fileType("isom")
      + FileBuilder.box(
        "moov", FileBuilder.movieHeader(units: 0), FileBuilder.track("soun"), extends)
      + fragments.joined()
  }

  private static func fragment(at time: UInt32?, runs: [UInt8]) -> [UInt8] {
    let start = time.map { FileBuilder.fullBox("tfdt", $0.bigEndianBytes) } ?? []
    let header = FileBuilder.fullBox("tfhd", UInt32(1).bigEndianBytes)
    return FileBuilder.box("moof", FileBuilder.box("traf", header, start, runs))
      + FileBuilder.box("mdat", [1, 2, 3])
  }

  @Test("a fragmented MP4 has it in another header, else in its fragments")
  func fragments() {
    #expect(facts(Self.fragmented(mehd: 1234, fragments: [])).duration == 1234)
    let byDefault = FileBuilder.fullBox("trun", UInt32(50).bigEndianBytes)
    // Each sample has a duration and a size.
    let byRun = FileBuilder.fullBox(
      "trun", flags: 0x301, UInt32(2).bigEndianBytes, UInt32(0).bigEndianBytes,
      [30, 9, 40, 9].flatMap { UInt32($0).bigEndianBytes })
    let parts = [Self.fragment(at: 0, runs: byDefault), Self.fragment(at: 1500, runs: byRun)]
    #expect(facts(Self.fragmented(mehd: nil, fragments: parts)).duration == 1570)
    let without = [Self.fragment(at: nil, runs: byDefault), Self.fragment(at: nil, runs: byRun)]
    #expect(facts(Self.fragmented(mehd: nil, fragments: without)).duration == 1070)
    #expect(facts(Self.fragmented(mehd: nil, fragments: [])).duration == nil)
  }

  @Test("WebM has it in its header")
  func webm() {
    #expect(facts(FileBuilder.webm(duration: 1860.4)).duration == 1860)
    for odd in [Double.nan, .infinity, -1, 0, 1e300] {
      #expect(facts(FileBuilder.webm(duration: odd)).duration == nil)
    }
  }

  @Test("a recording without it ends with its last block")
  func liveWebM() {
    let first = FileBuilder.cluster(at: 0, blocks: [0, 60, 120])
    let second = FileBuilder.cluster(at: 2000, blocks: [0, 400, 380, -10])
    #expect(facts(FileBuilder.webm(clusters: first + second)).duration == 2400)
    #expect(facts(FileBuilder.webm(clusters: first)).duration == 120)
    let closed = FileBuilder.cluster(at: 500, blocks: [7], isOpen: false)
    #expect(facts(FileBuilder.webm(clusters: first + closed, isOpen: false)).duration == 507)
    #expect(facts(FileBuilder.webm()).duration == nil)
    // What looks like a cluster inside of a block is none.
    let lookalike: [UInt8] = FileBuilder.element(
      [0xA3], [0x81, 0, 90, 0x80, 0x1F, 0x43, 0xB6, 0x75, 0x00, 0x00])
    #expect(facts(FileBuilder.webm(clusters: first + lookalike)).duration == 120)
  }

  @Test("a block of a group lasts as long as the group says")
  func groups() {
    let group = FileBuilder.element(
      [0xA0],
      FileBuilder.element([0xA1], [0x81, 0, 100, 0, 1]) + FileBuilder.element([0x9B], [20]))
    let cluster = FileBuilder.element(
      [0x1F, 0x43, 0xB6, 0x75], FileBuilder.element([0xE7], [10]) + group)
    #expect(facts(FileBuilder.webm(clusters: cluster)).duration == 130)
  }

  @Test("Ogg has it in the position of its last page")
  func ogg() {
    let head = FileBuilder.oggPage(granule: 0, FileBuilder.opusHead(preSkip: 312))
    let middle = FileBuilder.oggPage(granule: 24_000, [1, 2])
    let last = FileBuilder.oggPage(granule: 96_312, [1, 2])
    #expect(facts(head + middle + last).duration == 2000)
    let foreign = FileBuilder.oggPage(granule: 999_999, serial: 8, [1, 2])
    #expect(facts(head + last + foreign).duration == 2000)
    let unfinished = FileBuilder.oggPage(granule: .max, [1, 2])
    #expect(facts(head + last + unfinished).duration == 2000)
    #expect(facts(head).duration == nil)
    let vorbis = [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 2] + UInt32(44_100).littleEndianBytes
    let page = FileBuilder.oggPage(granule: 0, vorbis)
    #expect(facts(page + FileBuilder.oggPage(granule: 44_100, [1])).duration == 1000)
  }

  @Test("MP3 has it in a header of its first frame, else by its bitrate")
  func mp3() {
    // 1,000 frames of 1,152 samples at 44.1 kHz.
    let count = UInt32(1000).bigEndianBytes
    let xing = Array(repeating: UInt8(0), count: 32) + Array("Xing".utf8) + [0, 0, 0, 1] + count
    let vbri =
      Array(repeating: UInt8(0), count: 32) + Array("VBRI".utf8)
      + Array(repeating: 0, count: 10) + count
    #expect(facts(FileBuilder.mp3(frames: 3, first: xing)).duration == 26_122)
    #expect(facts(FileBuilder.mp3(frames: 3, first: vbri)).duration == 26_122)
    // 417 bytes of 128 kbit/s are 26.0625 ms.
    #expect(facts(FileBuilder.mp3(frames: 100)).duration == 2606)
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + Array(repeating: 7, count: 128)
    #expect(facts(FileBuilder.mp3(frames: 100, tag: tag)).duration == 2606)
    let oldTag = Array("TAG".utf8) + Array(repeating: 0, count: 125)
    #expect(facts(FileBuilder.mp3(frames: 100) + oldTag).duration == 2606)
  }

  @Test("WAV has it in the length of its samples")
  func wav() {
    #expect(facts(FileBuilder.wav(bytes: 12_000)).duration == 1500)
    #expect(facts(FileBuilder.wav(bytes: 12_000, claimed: .max)).duration == 1500)
    #expect(facts(FileBuilder.wav(bytes: 12_000, claimed: 0)).duration == 1500)
    #expect(
      facts(FileBuilder.riff("WAVE", [FileBuilder.riffChunk("data", [1, 2])])).duration == nil)
  }

  @Test("FLAC and AAC have it in samples")
  func samples() {
    #expect(facts(FileBuilder.flac(rate: 44_100, samples: 66_150)).duration == 1500)
    #expect(facts(FileBuilder.flac(rate: 44_100, samples: 0)).duration == nil)
    // 100 and 5,000 frames of 1,024 samples.
    #expect(facts(FileBuilder.aac(frames: 100)).duration == 2322)
    #expect(facts(FileBuilder.aac(frames: 5000)).duration == 116_100)
  }
}
