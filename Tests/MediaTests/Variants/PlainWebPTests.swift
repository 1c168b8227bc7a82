import TestSupport
import Testing

@testable import Media

@Suite("WebP with a picture alone")
struct PlainWebPTests {
  @Test("pictures with metadata are not plain, and become plain")
  func bare() throws {
    for name in ["photo.webp", "plain.webp", "lossless.webp"] {
      let bytes = try Fixtures.bytes(name)
      let bare = try #require(PlainWebP.bare(bytes), "\(name)")
      #expect(PlainWebP.size(of: bare) != nil)
      #expect(PlainWebP.bare(bare) == bare)
      let facts = MediaFacts(of: ByteSource(bytes))
      #expect(PlainWebP.size(of: bare)?.width == MediaFacts(of: ByteSource(bare)).size?.width)
      #expect((PlainWebP.size(of: bytes) != nil) == (bare == bytes), "\(name)")
      #expect(facts.type.format == .webp && bare.count <= bytes.count)
    }
    #expect(PlainWebP.size(of: try Fixtures.bytes("photo.webp")) == nil)
    #expect(PlainWebP.size(of: try Fixtures.bytes("plain.webp")) != nil)
  }

  @Test("what is cut off, longer, of two pictures or something else is not plain")
  func refused() throws {
    let good = try Fixtures.bytes("plain.webp")
    for count in 0..<good.count { #expect(PlainWebP.size(of: Array(good.prefix(count))) == nil) }
    #expect(PlainWebP.size(of: good + [0]) == nil)
    let twice = Array(good.dropFirst(12))
    let size = UInt32(4 + 2 * twice.count)
    #expect(
      PlainWebP.size(
        of: Array("RIFF".utf8) + size.littleEndianBytes + Array("WEBP".utf8) + twice + twice)
        == nil)
    for name in ["photo.jpg", "photo.png", "photo.heic", "s.wav"] {
      let bytes = try Fixtures.bytes(name)
      #expect(PlainWebP.size(of: bytes) == nil && PlainWebP.bare(bytes) == nil, "\(name)")
    }
  }

  @Test("changed bytes never trap, and what is called plain has no other chunks")
  func damaged() throws {
    let names = ["photo.webp", "plain.webp", "lossless.webp"]
    let files = try names.map { try Fixtures.bytes($0) }
    try withSeed { generator, _ in
      for round in 0..<3_000 {
        var bytes = files[round % files.count]
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          bytes[Int.random(in: 0..<min(bytes.count, 80), using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
        if let bare = PlainWebP.bare(bytes) { #expect(PlainWebP.size(of: bare) != nil) }
        _ = PlainWebP.size(of: bytes)
      }
    }
  }
}
