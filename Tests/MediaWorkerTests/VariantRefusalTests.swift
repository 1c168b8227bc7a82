import Media
import SystemCalls
import TestSupport
import Testing

@testable import Media

@Suite("Pictures without variants")
struct VariantRefusalTests {
  private static let truncated = [
    "gps.jpg", "thousand.jpg", "gps.png", "gps.webp", "gps.heic", "gps.avif",
  ]

  @Test("what is refused is named, and the worker goes on")
  func refusals() async throws {
    let fixture = try WorkerFixture()
    // A worker runs, and is still the same one after all of it.
    #expect(try await fixture.failure(Fixture.bytes("gps.jpg"), number: 1) == nil)
    let before = fixture.variants.work.processes
    #expect(before.count == 1)

    let svg = Array(
      "<svg xmlns=\"http://www.w3.org/2000/svg\"><image href=\"/etc/passwd\"/></svg>".utf8)
    let jpeg = try Fixture.bytes("gps.jpg")
    let png = try Fixture.bytes("gps.png")
    var cases: [(String, [UInt8], VariantFailure)] = [
      ("nothing", [], .unsupported), ("text", Array("only words\n".utf8), .unsupported),
      ("SVG", svg, .unsupported),
      ("SVG behind a JPEG's first bytes", [0xFF, 0xD8, 0xFF] + svg, .damaged),
      ("GIF", try Fixture.bytes("plain.gif"), .unsupported),
      ("GIF that goes on as JPEG", Array("GIF89a".utf8) + jpeg, .unsupported),
      (
        "PNG's first bytes and a GIF", Array(png.prefix(8)) + (try Fixture.bytes("plain.gif")),
        .damaged
      ),
      ("TIFF", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0], .unsupported),
      ("PDF", Array("%PDF-1.7\n".utf8), .unsupported),
      ("a bomb", try Fixture.bytes("bomb.png"), .tooLarge),
    ]
    for name in Self.truncated {
      let bytes = try Fixture.bytes(name)
      cases.append(("truncated \(name)", Array(bytes.prefix(bytes.count * 6 / 10)), .damaged))
    }
    for (number, (name, bytes, failure)) in cases.enumerated() {
      let found = try await fixture.failure(bytes, number: 100 + number)
      // libvips takes some of what is hardly a beginning for no picture at all.
      let isAsExpected = found == failure || failure == .damaged && found == .unsupported
      #expect(isAsExpected, "\(name): \(String(describing: found))")
    }
    #expect(fixture.variants.work.processes == before)
    #expect(try await fixture.failure(png, number: 2) == nil)
    #expect(fixture.variants.work.processes == before)
  }

  @Test("a refusal is remembered: the file is not opened again")
  func remembered() async throws {
    let fixture = try WorkerFixture()
    let open = try fixture.picture(Fixture.bytes("bomb.png"))
    let opened = Monitor(0)
    for _ in 0..<3 {
      await #expect(throws: VariantFailure.tooLarge) {
        _ = try await fixture.variants.variant(.small, of: WorkerFixture.hash(1)) {
          opened.change { $0 += 1 }
          return try open()
        }
      }
    }
    #expect(opened.change { $0 } == 1)
  }

  @Test("a file that cannot be opened, a folder and a FIFO are unreadable, and tried again")
  func unreadable() async throws {
    let fixture = try WorkerFixture()
    let missing = fixture.folder.path("missing")
    let folder = try fixture.folder.makeFolder("folder")
    for path in [missing, folder] {
      await #expect(throws: VariantFailure.unreadable) {
        _ = try await fixture.variants.variant(.small, of: WorkerFixture.hash(1)) {
          try FileDescriptor(openingFile: path)
        }
      }
    }
    try fixture.folder.write(Fixture.bytes("gps.jpg"), to: "missing")
    let variant = try await fixture.variants.variant(.small, of: WorkerFixture.hash(1)) {
      try FileDescriptor(openingFile: missing)
    }
    #expect(variant.size.height == 320)
  }

  @Test("bytes changed at random end with a variant or a refusal", .timeLimit(.minutes(60)))
  func damaged() async throws {
    try await withSeed { generator, _ in
      let fixture = try WorkerFixture()
      let names = [
        "gps.jpg", "gps.png", "gps.webp", "gps.heic", "gps.avif", "clear.png", "rotated.heic",
      ]
      for number in 0..<140 {
        var bytes = try Fixture.bytes(names[number % names.count])
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
        let failure = try await fixture.failure(bytes, number: number)
        #expect(
          [nil, .damaged, .unsupported, .tooLarge, .crashed, .timeout].contains(failure),
          "\(number)")
      }
      #expect(
        try await fixture.failure(Fixture.bytes("gps.jpg"), number: 1000) == nil)
    }
  }
}
