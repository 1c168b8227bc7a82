import Media
import TestSupport
import Testing

@Suite("Pixels of variants")
struct VariantPixelTests {
  /// What the fixture shows at each orientation of EXIF, by quarters: stored red, green, blue, yellow.
  private static let turned: [(orientation: UInt8, quarters: [String])] = [
    (1, ["red", "green", "blue", "yellow"]), (2, ["green", "red", "yellow", "blue"]),
    (3, ["yellow", "blue", "green", "red"]), (4, ["blue", "yellow", "red", "green"]),
    (5, ["red", "blue", "green", "yellow"]), (6, ["blue", "red", "yellow", "green"]),
    (7, ["yellow", "green", "blue", "red"]), (8, ["green", "yellow", "red", "blue"]),
  ]

  @Test("a photo is upright at all eight orientations, with its size after rotation")
  func orientations() async throws {
    let fixture = try WorkerFixture()
    for (orientation, quarters) in Self.turned {
      let open = try fixture.picture(Fixture.oriented("gps.jpg", orientation))
      let hash = WorkerFixture.hash(Int(orientation))
      let swaps = orientation >= 5
      let size = PictureSize(width: swaps ? 300 : 400, height: swaps ? 400 : 300)
      for edge in VariantEdge.allCases {
        let variant = try await fixture.variants.variant(edge, of: hash, open: open)
        #expect(variant.facts.size == size, "\(orientation)")
        let decoded = try DecodedPicture(variant.bytes)
        #expect(decoded.quarters == quarters, "\(orientation), \(edge)")
        #expect(decoded.width == variant.size.width && decoded.height == variant.size.height)
        let shown = edge == .small ? swaps ? [240, 320] : [320, 240] : [size.width, size.height]
        #expect([decoded.width, decoded.height] == shown)
      }
    }
  }

  @Test("HEIC is rotated by its own boxes, and not by its EXIF")
  func heic() async throws {
    let fixture = try WorkerFixture()
    let cases: [([UInt8], [String], Int)] = [
      (try Fixture.bytes("rotated.heic"), ["blue", "red", "yellow", "green"], 300),
      (try Fixture.oriented("gps.heic", 6), ["red", "green", "blue", "yellow"], 400),
      (try Fixture.bytes("gps.heic"), ["red", "green", "blue", "yellow"], 400),
    ]
    for (number, (bytes, quarters, width)) in cases.enumerated() {
      let variant = try await fixture.variant(.small, of: bytes, number: number)
      #expect(try DecodedPicture(variant.bytes).quarters == quarters, "\(number)")
      #expect(variant.facts.size.width == width, "\(number)")
    }
  }

  @Test(
    "every format shows its four quarters",
    arguments: ["gps.jpg", "gps.png", "gps.webp", "gps.heic", "gps.avif", "cmyk.jpg", "clear.png"])
  func formats(name: String) async throws {
    let fixture = try WorkerFixture()
    let bytes = name == "gps.jpg" ? try Fixture.oriented(name, 1) : try Fixture.bytes(name)
    let variant = try await fixture.variant(.medium, of: bytes)
    #expect(try DecodedPicture(variant.bytes).quarters == ["red", "green", "blue", "yellow"])
    #expect(variant.size == PictureSize(width: 400, height: 300))
  }

  @Test("colours of a picture without a profile stay as they are")
  func untagged() async throws {
    let fixture = try WorkerFixture()
    let variant = try await fixture.variant(.small, of: Fixture.bytes("gps.png"))
    let decoded = try DecodedPicture(variant.bytes)
    let cases = [
      (0.25, 0.25, [220, 40, 40]), (0.75, 0.25, [40, 180, 60]), (0.25, 0.75, [40, 60, 210]),
      (0.75, 0.75, [230, 220, 60]),
    ]
    for (x, y, colour) in cases {
      #expect(distance(decoded.pixel(x, y), colour) < 12, "\(decoded.pixel(x, y))")
    }
  }

  @Test("a wide gamut becomes sRGB")
  func wideGamut() async throws {
    let fixture = try WorkerFixture()
    let variant = try await fixture.variant(.small, of: Fixture.bytes("wide.jpg"))
    // (200, 100, 50) of Display P3.
    let expected = [216, 92, 24]
    #expect(distance(try DecodedPicture(variant.bytes).pixel(0.5, 0.5), expected) < 12)
    let colour = [16, 8, 0].map { Int(variant.facts.colour >> $0 & 0xFF) }
    #expect(distance(colour, expected) < 12)
  }

  @Test("the average colour is that of the pixels that are seen")
  func averages() async throws {
    let fixture = try WorkerFixture()
    let average = [132, 125, 92]
    for (number, name) in ["gps.png", "gps.jpg", "gps.heic", "thousand.jpg"].enumerated() {
      let variant = try await fixture.variant(.large, of: Fixture.bytes(name), number: number)
      let colour = [16, 8, 0].map { Int(variant.facts.colour >> $0 & 0xFF) }
      #expect(distance(colour, average) < 12, "\(name): \(colour)")
    }
    // Grey of 16 bits.
    let deep = try await fixture.variant(.small, of: Fixture.bytes("deep.png"), number: 9)
    #expect(try DecodedPicture(deep.bytes).quarters == Array(repeating: "grey", count: 4))
  }

  @Test("no variant is larger than the picture, and those that are larger than needed are not made")
  func sizes() async throws {
    let fixture = try WorkerFixture()
    let cases: [(String, [VariantEdge: (Int, Int)], Int)] = [
      ("little.png", [.small: (120, 80), .large: (120, 80)], 1),
      ("gps.png", [.small: (320, 240), .medium: (400, 300), .large: (400, 300)], 2),
      ("thousand.jpg", [.small: (320, 224), .medium: (800, 560), .large: (1000, 700)], 3),
    ]
    for (number, (name, sizes, count)) in cases.enumerated() {
      let hash = WorkerFixture.hash(number)
      for (edge, size) in sizes {
        let variant = try await fixture.variants.variant(
          edge, of: hash, open: fixture.picture(Fixture.bytes(name)))
        #expect(variant.size == PictureSize(width: size.0, height: size.1), "\(name) \(edge)")
      }
      try await fixture.finish()
      let names = fixture.folder.contents().filter {
        $0.contains(hash.text) && $0.hasSuffix(".webp")
      }
      #expect(names.count == count, "\(names)")
    }
  }
}
