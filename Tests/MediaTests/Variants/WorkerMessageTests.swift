import SystemCalls
import TestSupport
import Testing

@testable import Media

@Suite("Messages of tl-media")
struct WorkerMessageTests {
  @Test("what is written is read, and has 20 bytes")
  func roundTrip() {
    let size = PictureSize(width: 1600, height: 1200)
    let messages: [WorkerMessage] =
      [
        .ready(formats: [], isConfined: false),
        .ready(formats: [.jpeg, .avif], isConfined: true),
        .ready(formats: Set(WorkerMessage.formats), isConfined: true),
        .facts(PictureFacts(size: PictureSize(width: 65_535, height: 1), colour: 0xFFFFFF)),
        .facts(PictureFacts(size: size, colour: 0x00BEEF, focus: .init(column: 15, row: 8))),
        .facts(PictureFacts(size: size, colour: 0, focus: .init(column: 0, row: 0))),
        .variant(.large, size, length: VariantLimits.variantSize),
        .variant(.small, .init(width: 1, height: 320), length: 1),
        .copy(isTransparent: true, size, length: VariantLimits.copySize),
        .copy(isTransparent: false, .init(width: 8192, height: 1), length: 1),
        .pixels(.init(width: 1024, height: 1)),
        .done(nil), .done(.unsupported), .done(.tooLarge), .done(.damaged), .done(.unreadable),
      ] + ConfinementProbe.allCases.map { .probed($0, 13) }
    for message in messages {
      #expect(message.bytes.count == WorkerMessage.size)
      #expect(WorkerMessage(message.bytes) == message)
    }
    let requests: [WorkerRequest] = [
      .picture, .probe, .copy(side: 64), .copy(side: 8192), .pixels(side: 1), .pixels(side: 1024),
    ]
    for request in requests {
      #expect(request.bytes.count == WorkerRequest.size && WorkerRequest(request.bytes) == request)
    }
  }

  @Test("what a worker may not say is no message")
  func refused() {
    let size = PictureSize(width: 320, height: 240)
    let wrong: [WorkerMessage] = [
      .variant(.small, size, length: 0),
      .variant(.small, size, length: VariantLimits.variantSize + 1),
      .variant(.small, PictureSize(width: 321, height: 240), length: 10),
      .variant(.small, PictureSize(width: 0, height: 240), length: 10),
      .facts(PictureFacts(size: PictureSize(width: 20_000, height: 20_000), colour: 0)),
      .facts(PictureFacts(size: PictureSize(width: 0, height: 0), colour: 0)),
      .copy(isTransparent: false, size, length: 0),
      .copy(isTransparent: false, size, length: VariantLimits.copySize + 1),
      .copy(isTransparent: false, PictureSize(width: 8193, height: 1), length: 10),
      .pixels(PictureSize(width: 1025, height: 1)), .pixels(PictureSize(width: 1, height: 0)),
      // Not for a worker to say.
      .done(.noWorker),
    ]
    for message in wrong { #expect(WorkerMessage(message.bytes) == nil, "\(message)") }
    let good = WorkerMessage.done(nil).bytes
    #expect(WorkerMessage(good.dropLast()) == nil && WorkerMessage(good + [0]) == nil)
    #expect(WorkerMessage([]) == nil && WorkerRequest([]) == nil)
    #expect(WorkerRequest([0x74, 0x6C, 0x6D, 0x31, 9, 0, 0, 0]) == nil)
    for request: WorkerRequest in [
      .copy(side: 63), .copy(side: 8193), .pixels(side: 0), .pixels(side: 1025),
    ] {
      #expect(WorkerRequest(request.bytes) == nil, "\(request)")
    }
  }

  @Test("random bytes are a message within the limits, or none")
  func random() throws {
    try withSeed(cases: 20_000) { generator in
      var bytes = WorkerMessage.done(nil).bytes
      bytes[4] = UInt8.random(in: 0...8, using: &generator)
      bytes[5] = UInt8.random(in: 0...9, using: &generator)
      for place in 8..<20 where Bool.random(using: &generator) {
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      switch WorkerMessage(bytes) {
      case .facts(let facts): #expect(VariantLimits.allow(facts.size) && facts.colour <= 0xFFFFFF)
      case .variant(let edge, let size, let length):
        #expect(max(size.width, size.height) <= edge.pixels)
        #expect(1...VariantLimits.variantSize ~= length)
      case .copy(_, let size, let length):
        #expect(max(size.width, size.height) <= VariantLimits.copySides.upperBound)
        #expect(1...VariantLimits.copySize ~= length)
      case .pixels(let size):
        #expect(max(size.width, size.height) <= VariantLimits.pixelSide)
      default: break
      }
    }
  }
}

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
