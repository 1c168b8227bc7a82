import SystemCalls
import TestSupport
import Testing
import VaultStore

@testable import Media

@Suite("Smaller copies of pictures")
struct SmallerCopyTests {
  private let folder: TemporaryFolder
  private let worker: PictureWorker

  init() throws {
    folder = try TemporaryFolder()
    worker = PictureWorker(program: try WorkerFixture.program(), patience: 120_000)
  }

  private func copy(
    _ bytes: [UInt8], side: Int = 200, without extent: MetadataExtent? = nil, id: String? = nil
  ) throws -> SmallerCopy? {
    let source = try MediaSource(opening: folder.write(bytes, to: "picture"))
    let facts = MediaFacts(of: ByteSource(bytes))
    return try SmallerCopy.make(
      of: source, facts, side: side, without: extent, uniqueID: id, by: worker)
  }

  @Test(
    "a picture of each format is a JPEG of that side, upright, and shows the same",
    arguments: ["gps.jpg", "gps.png", "gps.webp", "gps.heic", "gps.avif", "cmyk.jpg"])
  func formats(name: String) throws {
    let original = name == "gps.jpg" ? try Fixture.oriented(name, 1) : try Fixture.bytes(name)
    let copy = try #require(try copy(original))
    #expect(copy.fileExtension == "jpg" && copy.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(copy.size == PictureSize(width: 200, height: 150))
    let decoded = try DecodedPicture(copy.bytes)
    #expect([decoded.width, decoded.height] == [200, 150])
    #expect(decoded.quarters == ["red", "green", "blue", "yellow"])
  }

  @Test("all eight orientations are upright, and the copy tells no orientation")
  func orientations() throws {
    let turned: [UInt8: [String]] = [
      3: ["yellow", "blue", "green", "red"], 6: ["blue", "red", "yellow", "green"],
      8: ["green", "yellow", "red", "blue"],
    ]
    for (orientation, quarters) in turned {
      let copy = try #require(try copy(Fixture.oriented("gps.jpg", orientation)))
      #expect(try DecodedPicture(copy.bytes).quarters == quarters, "\(orientation)")
      let details = MediaFacts(of: ByteSource(copy.bytes)).details
      #expect(details?.orientation == nil && details?.original != nil)
      let isTall = orientation != 3
      #expect(copy.size == PictureSize(width: isTall ? 150 : 200, height: isTall ? 200 : 150))
    }
  }

  @Test(
    "date, camera and position stay, nothing else does",
    arguments: ["gps.jpg", "gps.heic", "gps.avif", "gps.webp", "gps.png"])
  func metadata(name: String) throws {
    let original = try Fixture.bytes(name)
    let before = try #require(MediaFacts(of: ByteSource(original)).details)
    let copy = try #require(try copy(original, id: String(repeating: "a1", count: 16)))
    let after = try #require(MediaFacts(of: ByteSource(copy.bytes)).details)
    #expect(after.original == before.original && after.digitized == before.digitized)
    #expect(after.make == before.make && after.model == before.model)
    #expect(after.gpsTime == before.gpsTime)
    #expect(after.uniqueID == String(repeating: "a1", count: 16))
    let (old, new) = (try #require(before.position), try #require(after.position))
    #expect(abs(old.latitude - new.latitude) < 1e-7 && abs(old.longitude - new.longitude) < 1e-7)
    for text in ["Somebody", "maker notes", "private comment", "xmpmeta", "acsp"] {
      #expect(!copy.bytes.contains(text), "\(text)")
    }
    // What the reader of another program finds is what tl's own finds.
    #expect(try CleanCopy.isClean(folder.open(copy.bytes), of: .all) == false)
  }

  @Test("--strip position keeps the date, --strip all nothing")
  func strip() throws {
    let original = try Fixture.bytes("gps.jpg")
    let before = try #require(MediaFacts(of: ByteSource(original)).details)
    let dated = try #require(try copy(original, without: .position))
    let details = try #require(MediaFacts(of: ByteSource(dated.bytes)).details)
    #expect(details.position == nil && details.gpsTime == nil)
    #expect(details.original == before.original)
    #expect(try CleanCopy.isClean(folder.open(dated.bytes), of: .position))
    let bare = try #require(
      try copy(original, without: .all, id: String(repeating: "0", count: 32)))
    #expect(MediaFacts(of: ByteSource(bare.bytes)).details == nil)
    #expect(try CleanCopy.isClean(folder.open(bare.bytes), of: .all))
  }

  @Test("a transparent picture stays so, as WebP with its EXIF")
  func transparent() throws {
    let copy = try #require(try copy(Fixture.bytes("clear.png"), id: "00ff"))
    #expect(copy.fileExtension == "webp")
    #expect(try DecodedPicture(copy.bytes).pixel(0.25, 0.25).count == 4)
    #expect(MediaFacts(of: ByteSource(copy.bytes)).details?.uniqueID == "00ff")
  }

  @Test("a picture that fits is not made again; one pixel less makes it")
  func fits() throws {
    let original = try Fixture.bytes("gps.jpg")
    #expect(try copy(original, side: 400) == nil)
    #expect(try copy(original, side: 399)?.longestSide == 399)
    let facts = MediaFacts(of: ByteSource(original))
    #expect(SmallerCopy.need(facts, isAnimated: false, side: 400) == .fits)
    #expect(SmallerCopy.need(facts, isAnimated: false, side: 399) == .smaller)
    #expect(SmallerCopy.need(facts, isAnimated: true, side: 64) == .otherKind)
    let gif = MediaFacts(of: ByteSource(try Fixture.bytes("plain.gif")))
    #expect(SmallerCopy.need(gif, isAnimated: false, side: 64) == .otherKind)
  }

  @Test("bombs and truncated pictures are refused, and the next picture is made")
  func refused() throws {
    let whole = try Fixture.bytes("gps.jpg")
    let cases: [([UInt8], VariantFailure)] = [
      (try Fixture.bytes("bomb.png"), .tooLarge), (Array(whole.prefix(whole.count / 2)), .damaged),
      (try Fixture.bytes("plain.gif"), .unsupported), ([], .unsupported),
    ]
    for (bytes, failure) in cases {
      #expect(throws: failure) { try copy(bytes) }
      #expect(try copy(whole)?.longestSide == 200)
    }
  }

  @Test("without tl-media the failure says so")
  func noWorker() throws {
    let worker = PictureWorker(program: nil)
    #expect(throws: VariantFailure.noWorker) { try worker.reads(.jpeg) }
    let wrong = PictureWorker(program: "/bin/true")
    #expect(throws: VariantFailure.noWorker) { try wrong.reads(.jpeg) }
  }

  @Test("pixels are as many as asked for at most, on white where it is transparent")
  func pixels() throws {
    for name in ["gps.png", "gps.heic"] {
      let pixels = try worker.pixels(of: folder.open(Fixture.bytes(name)), side: 80)
      #expect([pixels.width, pixels.height] == [80, 60])
      #expect(pixels.bytes.count == 80 * 60 * 3)
      let red = pixels.colour(20, 15).map(Int.init)
      #expect(distance(red, [220, 40, 40]) < 60, "\(name): \(red)")
    }
    let large = try worker.pixels(of: folder.open(Fixture.bytes("gps.png")), side: 1024)
    #expect([large.width, large.height] == [400, 300])
  }

  @Test("a PNG of pixels is decoded to the same pixels by libvips")
  func png() throws {
    let pixels = try worker.pixels(of: folder.open(Fixture.bytes("gps.jpg")), side: 333)
    let decoded = try DecodedPicture(PlainPNG.bytes(pixels))
    #expect([decoded.width, decoded.height] == [pixels.width, pixels.height])
    for (x, y) in [(0, 0), (10, 5), (pixels.width - 1, pixels.height - 1)] {
      let place = (
        (Double(x) + 0.5) / Double(pixels.width), (Double(y) + 0.5) / Double(pixels.height)
      )
      #expect(decoded.pixel(place.0, place.1) == pixels.colour(x, y).map(Int.init))
    }
  }

  @Test("the name is that of the original, with the extension of what it is")
  func names() throws {
    let jpeg = try #require(try copy(Fixture.bytes("gps.jpg")))
    let names = [
      ("IMG_1.JPG", "IMG_1.JPG"), ("a.jpeg", "a.jpeg"), ("IMG_1.HEIC", "IMG_1.jpg"),
      ("a.b.png", "a.b.jpg"), ("noend", "noend.jpg"), (".hidden", ".hidden.jpg"),
    ]
    for (original, name) in names { #expect(jpeg.name(for: original) == name) }
  }
}

extension SmallerCopy {
  fileprivate var longestSide: Int { max(size.width, size.height) }
}

extension TemporaryFolder {
  fileprivate func open(_ bytes: [UInt8]) throws -> FileDescriptor {
    try FileDescriptor(openingFile: write(bytes, to: "open"))
  }
}
