import Foundation
import TestSupport
import Testing

@testable import Media

/// Whatever the bytes, the readers end within their budget and give a value or nil.
@Suite("Reading damaged files")
struct ReadingPropertyTests {
  private static let built: [[UInt8]] = [
    FileBuilder.jpeg(
      [FileBuilder.exifSegment(ExifBuilder.phone().bytes)], trailer: FileBuilder.movie()),
    FileBuilder.png([FileBuilder.chunk("eXIf", ExifBuilder.phone(isLittleEndian: false).bytes)]),
    FileBuilder.webp(exif: ExifBuilder.phone().bytes, xmp: [1, 2, 3]),
    FileBuilder.heif(
      properties: [FileBuilder.box("irot", [1])], exif: ExifBuilder.phone().bytes, xmp: [1, 2, 3]),
    ExifBuilder.phone().bytes,
    FileBuilder.movie(extra: FileBuilder.box("udta", FileBuilder.place("+48.8566+002.3522/"))),
    FileBuilder.movie(
      brand: "qt  ", extra: FileBuilder.keys([("com.apple.quicktime.location.ISO6709", "+1+1/")])),
    FileBuilder.webm(
      trackTypes: [1, 2],
      clusters: FileBuilder.cluster(at: 1, blocks: [1, 2]) + FileBuilder.cluster(at: 9, blocks: [3])
    ),
    FileBuilder.oggPage(granule: 0, FileBuilder.opusHead(preSkip: 1))
      + FileBuilder.oggPage(granule: 99_999, [1]),
    FileBuilder.mp3(frames: 2), FileBuilder.wav(bytes: 100),
    FileBuilder.flac(rate: 8000, samples: 9000), FileBuilder.aac(frames: 20),
    Array("<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>".utf8),
  ]

  private static let files = built + Fixtures.all.map(\.bytes)

  private func read(_ bytes: [UInt8]) {
    let budget = 256 << 10
    let source = ByteSource(bytes, budget: budget)
    let facts = MediaFacts(of: source)
    #expect(source.budget >= 0)
    #expect(facts.duration ?? 0 >= 0)
    #expect(facts.size.map { $0.width > 0 && $0.height > 0 } ?? true)
    for extent in MetadataExtent.allCases {
      guard let plan = try? MetadataRemoval.plan(extent, for: ByteSource(bytes)) else { continue }
      let after = plan.applied(to: bytes)
      // What was read as a position before is not read after.
      if plan.edits.isEmpty { #expect(after == bytes) }
      #expect(Media.MediaFacts(of: ByteSource(after)).details?.position == nil)
    }
  }

  @Test("files cut off anywhere")
  func truncated() throws {
    try withSeed { random, _ in
      for file in Self.files {
        for _ in 0..<25 { read(Array(file.prefix(Int.random(in: 0...file.count, using: &random)))) }
      }
    }
  }

  @Test("files with changed bytes")
  func changed() throws {
    try withSeed { random, _ in
      let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
      for file in Self.files {
        for _ in 0..<40 {
          var bytes = file
          for _ in 0..<Int.random(in: 1...8, using: &random) {
            // Headers are at the beginning, and matter most.
            let limit = Bool.random(using: &random) ? min(400, bytes.count) : bytes.count
            let value =
              Bool.random(using: &random) ? random.pick(1, of: extremes) : random.bytes(count: 1)
            bytes[Int.random(in: 0..<limit, using: &random)] = value[0]
          }
          read(bytes)
        }
      }
    }
  }

  @Test("files with pieces of other files in them")
  func spliced() throws {
    try withSeed(cases: 250) { random in
      let (a, b) = (random.pick(1, of: Self.files)[0], random.pick(1, of: Self.files)[0])
      let cut = Int.random(in: 0...a.count, using: &random)
      let start = Int.random(in: 0...b.count, using: &random)
      read(Array(a[..<cut] + b[start...]))
    }
  }

  @Test("random bytes behind each signature")
  func noise() throws {
    try withSeed { random, _ in
      for file in Self.files {
        for _ in 0..<20 { read(Array(file.prefix(24)) + random.bytes(count: 600)) }
      }
    }
  }

  @Test("a budget too small for a file gives nil and is not exceeded")
  func budgets() throws {
    for file in Self.files {
      for budget in [0, 1, 7, 64, 600, 2000] {
        let source = ByteSource(file, budget: budget)
        _ = MediaFacts(of: source)
        #expect(source.budget >= 0)
      }
    }
  }
}
